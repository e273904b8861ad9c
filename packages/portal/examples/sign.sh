sign() {
  printf '%s:%s' "$1" "$2" | openssl dgst -sha256 -hmac "$3" -r | cut -d ' ' -f 1
}

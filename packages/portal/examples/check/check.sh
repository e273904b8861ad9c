. "$(dirname "$0")/../sign.sh"

while IFS= read -r user_id && IFS= read -r timestamp && IFS= read -r secret; do
  sign "$user_id" "$timestamp" "$secret"
done

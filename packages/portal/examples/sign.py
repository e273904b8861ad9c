import hashlib
import hmac


def sign(user_id: str, timestamp: int, secret: str) -> str:
    message = f"{user_id}:{timestamp}".encode("utf-8")
    return hmac.new(secret.encode("utf-8"), message, hashlib.sha256).hexdigest()

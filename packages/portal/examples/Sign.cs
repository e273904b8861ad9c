using System;
using System.Security.Cryptography;
using System.Text;

public static class Signing
{
    public static string Sign(string userId, long timestamp, string secret)
    {
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            byte[] digest = hmac.ComputeHash(Encoding.UTF8.GetBytes(userId + ":" + timestamp));
            return BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
        }
    }
}

<?php

function sign(string $userId, int $timestamp, string $secret): string
{
    return hash_hmac('sha256', $userId . ':' . $timestamp, $secret);
}

<?php

require __DIR__ . '/../sign.php';

while (($userId = fgets(STDIN)) !== false) {
    $timestamp = (int) fgets(STDIN);
    $secret = rtrim(fgets(STDIN), "\n");
    echo sign(rtrim($userId, "\n"), $timestamp, $secret), "\n";
}

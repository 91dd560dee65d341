<?php
namespace App;

use App\Clock\Clock;

require_once __DIR__ . '/bootstrap.php';

#[Attribute]
final class Limiter
{
    private const BURST = 10;

    public function acquire(int $permits): bool
    {
        // function notCode() {}
        return true;
    }
}

function helper() {}

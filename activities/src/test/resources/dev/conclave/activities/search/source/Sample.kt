package com.example

import kotlinx.coroutines.delay

/* nested /* comment */ fun notCode() */
interface Policy

class Limiter(private val size: Int) : Policy {
    val capacity: Int = size

    suspend fun tryAcquire(permits: Int = 1): Boolean {
        delay(10)
        return true
    }

    object Companion1
}

fun Int.toPermits(): Int = this

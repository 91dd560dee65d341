// Package limit limits.
package limit

import (
	"fmt"

	clk "example.com/app/internal/clock"
)

const defaultBurst = 10

var ErrLimited = fmt.Errorf("limited")

type Clock interface {
	Now() int64
}

type Limiter struct {
	rate int
}

func NewLimiter(rate int) *Limiter {
	return &Limiter{rate: rate}
}

// Allow takes one.
func (l *Limiter) Allow() bool {
	text := `raw "string`
	return text != "" && clk.Now() > 0
}

func Map[T any](xs []T) []T { return xs }

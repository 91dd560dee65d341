#include <stdio.h>
#include "limiter.h"

#define MAX_TOKENS 10

/* int not_code(void); */
struct limiter {
    int tokens;
};

typedef enum { STRICT, LOOSE } mode;

static int refill(struct limiter *l)
{
    while (l->tokens < MAX_TOKENS) {
        l->tokens++;
    }
    return l->tokens;
}

int limiter_init(struct limiter *l, int tokens) {
    if (tokens > 0) {
        printf("%d\n", refill(l));
    }
    return 0;
}

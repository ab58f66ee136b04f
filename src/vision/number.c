/*
 * The little mathematics that a C library would bring.
 */
#include "internal.h"

float root(float x)
{
    if (x <= 0)
        return 0;
    union {
        float number;
        uint32_t bits;
    } guess = {.number = x};
    guess.bits = (guess.bits >> 1) + 0x1fbd1df5;
    float y = guess.number;
    for (int i = 0; i < 3; i++)
        y = 0.5f * (y + x / y);
    return y;
}

float turns_of(float y, float x)
{
    float ax = magnitude(x), ay = magnitude(y);
    if (ax + ay == 0)
        return 0;
    float ratio = smallest(ax, ay) / largest(ax, ay);
    float square = ratio * ratio;
    /* atan by a polynomial, in turns; off by less than 0.0003 turns. */
    float angle = ratio * (0.159093f + square * (-0.051922f + square * (0.024772f - square * 0.007006f)));
    if (ay > ax)
        angle = 0.25f - angle;
    if (x < 0)
        angle = 0.5f - angle;
    return y < 0 ? -angle : angle;
}

float quantile(float *values, int count, float share)
{
    if (count <= 0)
        return 0;
    int wanted = (int)(share * (float)(count - 1) + 0.5f);
    int low = 0, high = count - 1;
    while (low < high) {
        float pivot = values[(low + high) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j) {
                float swap = values[i];
                values[i++] = values[j];
                values[j--] = swap;
            }
        }
        if (wanted <= j)
            high = j;
        else if (wanted >= i)
            low = i;
        else
            break;
    }
    return values[wanted];
}

void *arena_take(struct arena *arena, size_t size)
{
    size = (size + 63) & ~(size_t)63;
    if (size > arena->left)
        return NULL;
    void *taken = arena->next;
    arena->next += size;
    arena->left -= size;
    return taken;
}

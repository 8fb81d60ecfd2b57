int printf(const char *, ...);
void *memset(void *, int, unsigned long);

typedef unsigned int u32;
typedef struct { u32 a : 3; int b : 7; _Bool c : 1; unsigned long d : 40; } bits;
typedef int v4 __attribute__((vector_size(16)));
typedef int unaligned __attribute__((aligned(1), may_alias));
typedef struct node { struct node *next; union { int i; float f; }; int (*call)(struct node *, int); } node;
#pragma pack(push, 2)
struct packed { char c; long l; };
#pragma pack(pop)
struct __attribute__((packed, aligned(4))) odd { char c; int i; short s __attribute__((aligned(2))); };
enum colour { RED, GREEN = 5, BLUE };
enum { BIG = 0x80000000u };
union number { unsigned long u; double d; };

static int twice(node *n, int x) { return n->i * 2 + x; }
static node second = { 0, { 7 }, twice };
static node first = { .next = &second, .f = 1.5f, .call = twice };
static const char *const words[] = { "one", "two\n", [4] = "five\t\"quoted\" \303\251" };
static int table[2][3] = { { 1, 2, 3 }, { [1] = 5 } };
static int ranges[10] = { [2 ... 4] = 7, 8, [0] = 1 };
int *into = &table[1][1];
struct { int n; char name[8]; } unnamed = { 3, "abc" };
static int *literal = (int[]){ 4, 5, 6 };
extern int later;
static int *to_later = &later;
int later = 12;
char exact[3] = "xyz";

static int sum(int count, ...)
{
    __builtin_va_list list;
    int total = 0;
    __builtin_va_start(list, count);
    for (int i = 0, *p = &i; i < count; i++)
        total += __builtin_va_arg(list, int) + (*p - i);
    __builtin_va_end(list);
    return total;
}

int old_style(a, b, f)
    int a;
    char b;
    float f;
{
    return a + b + (int)f;
}

static __attribute__((noinline)) int classify(int x)
{
    switch (x) {
    case 0:
    case 1:
        return 10;
    case 2 ... 5:
        x += 100;
        break;
    case -3:
        goto out;
    default: {
        int y = x;
        x = y * 2;
    }
    }
    if (x > 50)
        if (x > 101)
            return 1;
        else
            x--;
    else if (x == 7)
        x = 8;
    else
        do
            x++;
        while (x < 5);
    while (x > 40) {
        x -= 9;
        if (x == 45)
            continue;
    }
out:
    return x;
}

static int shadows(int x)
{
    int r = x;
    {
        enum { x = 4 };
        struct node { int only; } n = { x };
        r += n.only + x;
    }
    for (int x = 0; x < 3; x++)
        r += x;
    static int kept = 5;
    return r + kept++;
}

static void bump(int *p, int by)
{
    *p += by;
}

static int dispatch(int i)
{
    static void *const labels[] = { &&zero, &&one };
    goto *labels[i];
zero:
    return 100;
one:
    return 101;
}

int main(void)
{
    bits b = { 5, -3, 1, 0xffffffffffUL };
    b.a += 4;
    b.b = b.a << 1;
    printf("%u %d %d %lu\n", b.a, b.b, b.c, (unsigned long)b.d);
    v4 v = { 1, 2, 3, 4 }, w = v * 2 + (v > 2);
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    printf("%d %d\n", first.call(first.next, 3), (*second.call)(&second, 4));
    printf("%s%s%d\n", words[1], words[4], words[2] == 0);
    for (int i = 0; i < 10; i++)
        printf("%d ", ranges[i] + table[i & 1][i % 3]);
    printf("%d %s %d %d %c\n", *into, unnamed.name, literal[2], *to_later, exact[2]);
    printf("%d %d\n", sum(3, 10, 20, 30), old_style(1, 300, 2.75));
    for (int i = -4; i < 9; i++)
        printf("%d ", classify(i));
    printf("\n%d ", shadows(1));
    printf("%d %d %d\n", shadows(2), dispatch(0), dispatch(1));
    printf("%zu %zu %zu %zu\n", sizeof(struct packed), sizeof(struct odd), sizeof b, __builtin_offsetof(node, call));
    printf("%d %u %d\n", RED + BLUE, (unsigned)BIG, ({ int t = 3; t * t; }));
    union number n = { .d = -0.5 };
    printf("%lx %a %a %La\n", n.u, 0.1f, 1e-310, 0.1L);
    __int128 wide = (__int128)1 << 100;
    wide -= 1;
    printf("%lx %lx\n", (long)(wide >> 64), (long)wide);
    printf("%d %d %ld\n", -2147483647 - 1, 'a' + '\n', 9223372036854775807L);
    struct packed copies[2] = { { 'q', 1 }, { 'r', 2 } }, *p = copies;
    printf("%c %ld %d\n", (p + 1)->c, p[1].l, (int)(&copies[1] - p));
    char raw[5] = { 1, 2, 3, 4, 5 };
    printf("%x\n", *(unaligned *)(raw + 1));
    int x = 5, y = x++ + *&table[0][2], z = x ?: 9;
    bump(&x, 2);
    x = (y, z), y <<= 2, z ^= ~y;
    printf("%d %d %d %d\n", x, y, z, x > 3 && y || !z ? x, y : z);
    int over;
    int overflows = __builtin_add_overflow(2147483647, 1, &over);
    printf("%d %d\n", overflows, over);
    printf("%d %d\n", __builtin_popcount(255u), _Generic(1.0f, int: 1, float: 2, default: 3));
    return (struct node){ .i = 3 }.i - 3;
}

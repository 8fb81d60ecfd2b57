int g1;
int g2;

void f1(void)
{
    unsigned long c[4] = {[2] = 15859883473357651631UL};
    g2 |= 4611686018427387903UL;
    g2 &= 886462934;
    if (g1)
        g2 *= 0;
    for (int d = 0; d != 4; d++)
        g2 += c[d];
}

int main(void)
{
    f1();
    return g2;
}

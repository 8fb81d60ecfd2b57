int g1;
unsigned int g2[16] = {[11] = 94339823};

void f1(void)
{
    int a = 0;
    for (int b = 0; b < 16; b++) {
        if (b)
            a = 1;
        if (g2[b] <= 11u)
            a = 0;
    }
    g1 = a;
}

int main(void)
{
    f1();
    return g1;
}

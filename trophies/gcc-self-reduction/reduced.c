short g1 = 10;

int main(void)
{
    for (int a = 0; a < 12; ++a)
        g1 = g1 * g1;
    return g1;
}

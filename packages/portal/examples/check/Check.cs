using System;
using System.IO;
using System.Text;

public static class Check
{
    public static void Main()
    {
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        string userId;
        while ((userId = input.ReadLine()) != null)
            Console.WriteLine(Signing.Sign(userId, long.Parse(input.ReadLine()), input.ReadLine()));
    }
}

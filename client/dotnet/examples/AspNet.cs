// A form with ASP.NET Core
using System;
using Bollard.AspNetCore;
using Microsoft.AspNetCore.Builder;

public static class Program
{
    public static void Main(string[] arguments)
    {
        var builder = WebApplication.CreateBuilder(arguments);
        builder.Services.AddBollard(options =>
        {
            options.SecretKey = Environment.GetEnvironmentVariable("BOLLARD_SECRET_KEY");
            options.Host = "https://captcha.example.org";
        });
        var app = builder.Build();
        // #region verify
        Func<string> signup = () => "Thank you.";
        app.MapPost("/signup", signup).Protect(new Protection { Action = "signup" });
        // #endregion
        app.Run("http://127.0.0.1:3000");
    }
}

// As much of ASP.NET Core's interfaces as the part for it uses, so that it is compiled. Nothing here runs.
using System;
using System.Collections.Generic;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Primitives;

namespace Microsoft.Extensions.DependencyInjection
{
    public interface IServiceCollection { }

    public static class ServiceExtensions
    {
        public static IServiceCollection AddSingleton<T>(this IServiceCollection services, T instance) where T : class { throw new NotImplementedException(); }
        public static T GetRequiredService<T>(this IServiceProvider services) { throw new NotImplementedException(); }
    }
}

namespace Microsoft.Extensions.Primitives
{
    public struct StringValues
    {
        public int Count { get { throw new NotImplementedException(); } }
    }
}

namespace Microsoft.AspNetCore.Http
{
    public interface IFormCollection
    {
        bool ContainsKey(string key);
        StringValues this[string key] { get; }
    }

    public interface IHeaderDictionary
    {
        StringValues this[string key] { get; }
    }

    public abstract class ConnectionInfo
    {
        public abstract IPAddress RemoteIpAddress { get; }
    }

    public abstract class HttpRequest
    {
        public abstract bool HasFormContentType { get; }
        public abstract IHeaderDictionary Headers { get; }
        public abstract Task<IFormCollection> ReadFormAsync(CancellationToken cancellation = default(CancellationToken));
    }

    public abstract class HttpResponse
    {
        public abstract int StatusCode { get; set; }
        public abstract string ContentType { get; set; }
    }

    public abstract class HttpContext
    {
        public abstract IServiceProvider RequestServices { get; }
        public abstract ConnectionInfo Connection { get; }
        public abstract HttpRequest Request { get; }
        public abstract HttpResponse Response { get; }
        public abstract CancellationToken RequestAborted { get; }
        public abstract IDictionary<object, object> Items { get; }
    }

    public static class HttpResponseWritingExtensions
    {
        public static Task WriteAsync(this HttpResponse response, string text) { throw new NotImplementedException(); }
    }

    public static class StatusCodes
    {
        public const int Status403Forbidden = 403;
    }

    public interface IResult { }

    public static class Results
    {
        public static IResult Empty { get { throw new NotImplementedException(); } }
    }

    public abstract class EndpointFilterInvocationContext
    {
        public abstract HttpContext HttpContext { get; }
    }

    public delegate ValueTask<object> EndpointFilterDelegate(EndpointFilterInvocationContext context);

    public interface IEndpointFilter
    {
        ValueTask<object> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next);
    }

    public static class EndpointFilterExtensions
    {
        public static T AddEndpointFilter<T>(this T builder, IEndpointFilter filter) where T : Builder.RouteHandlerBuilder { throw new NotImplementedException(); }
    }
}

namespace Microsoft.AspNetCore.Builder
{
    public class RouteHandlerBuilder { }

    public sealed class WebApplicationBuilder
    {
        public Microsoft.Extensions.DependencyInjection.IServiceCollection Services { get { throw new NotImplementedException(); } }
        public WebApplication Build() { throw new NotImplementedException(); }
    }

    public sealed class WebApplication
    {
        public static WebApplicationBuilder CreateBuilder(string[] arguments) { throw new NotImplementedException(); }
        public RouteHandlerBuilder MapPost(string pattern, Delegate handler) { throw new NotImplementedException(); }
        public void Run(string url) { }
    }
}

namespace Microsoft.AspNetCore.Mvc
{
    public interface IActionResult { }

    public sealed class EmptyResult : IActionResult { }
}

namespace Microsoft.AspNetCore.Mvc.Filters
{
    public abstract class ActionExecutingContext
    {
        public abstract Microsoft.AspNetCore.Http.HttpContext HttpContext { get; }
        public IActionResult Result { get; set; }
    }

    public sealed class ActionExecutedContext { }

    public delegate Task<ActionExecutedContext> ActionExecutionDelegate();

    public interface IAsyncActionFilter
    {
        Task OnActionExecutionAsync(ActionExecutingContext context, ActionExecutionDelegate next);
    }
}

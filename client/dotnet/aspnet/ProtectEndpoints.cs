using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Bollard.AspNetCore
{
    /// <summary>Protects endpoints of minimal APIs.</summary>
    public static class ProtectEndpoints
    {
        /// <summary>The endpoint runs if the form's token passed; others get 403.</summary>
        public static RouteHandlerBuilder Protect(this RouteHandlerBuilder endpoint, Protection protection = null)
        {
            return endpoint.AddEndpointFilter(new Filter(protection ?? new Protection()));
        }

        private sealed class Filter : IEndpointFilter
        {
            private readonly Protection protection;

            public Filter(Protection protection)
            {
                this.protection = protection;
            }

            public ValueTask<object> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
            {
                return new ValueTask<object>(RunAsync(context, next));
            }

            private async Task<object> RunAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
            {
                var passed = await protection.CheckAsync(context.HttpContext).ConfigureAwait(false);
                return passed ? await next(context).AsTask().ConfigureAwait(false) : Results.Empty;
            }
        }
    }
}

using System;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace Bollard.AspNetCore
{
    /// <summary>On an action of MVC, or on its controller: it runs if the form's token passed; others get 403.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
    public sealed class ProtectAttribute : Attribute, IAsyncActionFilter
    {
        /// <summary>The action that the form gave the widget; any if null.</summary>
        public string Action { get; set; }

        /// <summary>Host names on which the form may have been; any if null.</summary>
        public string[] Hostnames { get; set; }

        /// <summary>Tells Bollard the visitor's address, that of the connection.</summary>
        public bool SendAddress { get; set; }

        /// <inheritdoc />
        public async Task OnActionExecutionAsync(ActionExecutingContext context, ActionExecutionDelegate next)
        {
            var protection = new Protection { Action = Action, Hostnames = Hostnames, SendAddress = SendAddress };
            if (await protection.CheckAsync(context.HttpContext).ConfigureAwait(false))
                await next().ConfigureAwait(false);
            else
                context.Result = new EmptyResult();
        }
    }
}

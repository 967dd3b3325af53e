using System;
using Microsoft.Extensions.DependencyInjection;

namespace Bollard.AspNetCore
{
    /// <summary>Adds the client to an application's services.</summary>
    public static class BollardServices
    {
        /// <summary>Adds a client with these settings.</summary>
        /// <exception cref="BollardConfigurationException">Something is missing or wrong.</exception>
        public static IServiceCollection AddBollard(this IServiceCollection services, Action<BollardOptions> configure)
        {
            var options = new BollardOptions();
            configure(options);
            return services.AddSingleton(new BollardClient(options));
        }
    }
}

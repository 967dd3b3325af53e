/**
 * The domains in what somebody typed or pasted: one per line, or separated by commas, semicolons or spaces. Of a pasted
 * address only its host is kept. Whether a host is one is for the service to say.
 */
export function parseDomains(text: string): string[] {
  const hosts = text
    .split(/[\s,;]+/u)
    .map(hostOf)
    .filter((host) => host !== '')
  return [...new Set(hosts)]
}

function hostOf(entry: string): string {
  const host = entry
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//u, '')
    .replace(/[/?#].*$/u, '')
  // More than one colon is an IPv6 address, where the last part is no port.
  const withoutPort = host.split(':').length === 2 ? host.replace(/:\d+$/u, '') : host
  return withoutPort.replace(/\.$/u, '')
}

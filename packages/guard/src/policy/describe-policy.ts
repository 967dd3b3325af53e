import type { GatewayPolicy, PathPolicy, SitePolicy } from './schema.ts'

/** What each host does, a line at a time, for people who check a file before it counts. */
export function describePolicy(file: GatewayPolicy): string[] {
  const { listen, trustedProxies, allow, signedBots } = file
  const ports = [
    ...(listen.http === null ? [] : [`http ${listen.http}`]),
    ...(listen.https === null ? [] : [`https ${listen.https}`]),
  ]
  return [
    `Listens on ${listen.host}: ${ports.join(', ')}.`,
    trustedProxies.length === 0
      ? 'No proxy in front is trusted: visitors have the address of their connection.'
      : `X-Forwarded-For is believed from ${trustedProxies.join(', ')}.`,
    ...(allow.length === 0 ? [] : [`Always pass: ${allow.map(({ value, note }) => `${value} (${note})`).join(', ')}.`]),
    ...(signedBots.length === 0
      ? []
      : [`Bots that sign: ${signedBots.map(({ agent, purpose }) => `${agent} (${purpose})`).join(', ')}.`]),
    ...file.sites.flatMap((site) => ['', ...describeSite(site, file)]),
  ]
}

function describeSite(site: SitePolicy, file: GatewayPolicy): string[] {
  const { hosts, upstreams, certificate, traps, trapLinks, robots, policies } = site
  const captcha = site.captcha ?? file.captcha
  const dashboard = site.dashboard ?? file.dashboard
  return [
    `${hosts.join(', ')} -> ${upstreams.map(({ url }) => url).join(', ')}`,
    `  certificate: ${describeCertificate(certificate)}`,
    ...(captcha === undefined
      ? []
      : [`  captcha: ${captcha.siteKey} at ${captcha.api}; while it is away, ${awayWords[captcha.whenAway]}`]),
    ...(dashboard === undefined ? [] : [`  dashboard: ${dashboard.api}; what it says holds beside this file`]),
    ...(traps.length === 0 ? [] : [`  traps: ${traps.join(' ')}`]),
    ...(trapLinks ? ['  trap links: a path that changes daily'] : []),
    ...(robots.mode === 'LEAVE' ? [] : [`  robots.txt: ${robotsWords[robots.mode]}`]),
    ...(policies.length === 0
      ? ['  no policies: every request passes']
      : policies.flatMap((one) => describeOne(one, file))),
    ...(policies.length > 0 && policies.at(-1)?.paths !== undefined ? ['  all else passes'] : []),
  ]
}

const robotsWords = { MERGE: "the site's own, with what the policies refuse", OWN: 'what the policies refuse' } as const
const awayWords = { PASS: 'requests pass', REFUSE: 'requests are refused' } as const

function describeCertificate(certificate: SitePolicy['certificate']): string {
  if (certificate === undefined) return 'none, plain HTTP'
  return certificate === 'ACME' ? 'from the authority, renewed by itself' : certificate.certFile
}

function describeOne(policy: PathPolicy, { limiters }: GatewayPolicy): string[] {
  const { name, paths = ['any path'], methods = ['any method'], mode, challenge, programs, pass } = policy
  const chosen = limiters.filter(({ id }) => policy.limiters.includes(id))
  return [
    `  ${name} [${mode}] ${methods.join(' ')} ${paths.join(' ')}`,
    ...(challenge === 'NEVER'
      ? []
      : [
          `    challenge: ${challenge}; a pass holds ${pass.cookies ? `${pass.minutes} minutes` : 'a few minutes, without a cookie'}`,
        ]),
    ...chosen.map(
      ({ id, limit, key, mode: own, outage, ladder }) =>
        `    limit ${id} [${mode === 'LIVE' ? own : mode}]: ${limit.kind} ${limit.limit} by ${key.map(({ from }) => from).join(' + ')}` +
        `, ${outage} when the store is away${ladder === null ? '' : ', with a ladder'}`,
    ),
    ...Object.entries(programs).map(([purpose, action]) => `    programs ${purpose}: ${action}`),
  ]
}

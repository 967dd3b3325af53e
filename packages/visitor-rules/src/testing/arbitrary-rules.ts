import fc from 'fast-check'
import type { Facts, Rule, RuleAction, RuleCondition } from '../rule.ts'

/** Few values of each kind, so that rules and visitors meet often. */
export const pick = {
  country: fc.constantFrom('DE', 'FR', 'US', 'XK', 'AQ', 'EU'),
  continent: fc.constantFrom('EU' as const, 'NA' as const, 'AN' as const),
  asn: fc.constantFrom(1, 2, 3, 4_294_967_295),
  networkKind: fc.constantFrom('unknown' as const, 'access' as const, 'hosting' as const, 'tor' as const),
  ip: fc.constantFrom(
    '192.0.2.0/24',
    '192.0.2.128/25',
    '192.0.2.7',
    '192.0.0.0/16',
    '::ffff:192.0.2.8',
    '::ffff:192.0.2.0/120',
    '2001:db8::/32',
    '2001:db8:0:1::/64',
    '2001:db8::7',
    '255.255.255.0/24',
    '0.0.0.0/8',
    'nonsense',
    'ffff::/16',
    '::/16',
  ),
  address: fc.constantFrom(
    '192.0.2.7',
    '192.0.2.8',
    '192.0.2.200',
    '192.0.3.1',
    '::ffff:192.0.2.7',
    '2001:db8::7',
    '2001:DB8:0:1::9',
    '2001:db9::',
    '255.255.255.255',
    '0.0.0.0',
    'unknown',
    'ffff::1',
    '::1',
    '10.0.0.1',
  ),
  userAgent: fc.constantFrom(
    'Mozilla/5.0 (X11) HeadlessChrome/140',
    'curl/8.5',
    '',
    'ab',
    'Mozilla/5.0 Firefox/140.0',
    'aXbXc',
    'ΟΔΟΣ Bot',
  ),
  userAgentGlob: fc.constantFrom(
    '*headless*',
    'CURL/*',
    '*',
    '**',
    'a*b*c',
    '*firefox/14?.0',
    'curl/8.5',
    '',
    '*ab*',
    'a*',
    '*οδος*',
    '*Σ bot',
    '*a*b*c*d*',
    'mozilla/5.0*',
  ),
  text: fc.constantFrom('/checkout', '/checkout/pay', '/', '/Checkout', 'login', '*x*', '/a*b'),
  glob: fc.constantFrom('/checkout*', '/checkout', '*pay', '/*', '*', 'log*n', 'login', '/*out', '/a**b'),
  language: fc.constantFrom('de', 'en', 'fr'),
  hostname: fc.constantFrom('example.com', 'a.example.com', 'b.a.example.com', 'localhost', 'com', '192.0.2.7', '::1'),
  host: fc.constantFrom(
    'example.com',
    '*.example.com',
    '*.a.example.com',
    'localhost',
    '*.com',
    '*.localhost',
    '192.0.2.7',
  ),
  score: fc.constantFrom(0, 0.2, 0.5, 0.8, 1),
}
/** Operators of the autonomous systems. */
const names: Record<number, string> = { 1: 'Example Hosting GmbH', 2: 'ΟΔΟΣ Telecom', 3: 'curl/8.5' }
export const nameOf = (asn: number) => names[asn] ?? null

function list<Field extends string, Value>(field: Field, value: fc.Arbitrary<Value>) {
  return fc.record({
    field: fc.constant(field),
    not: fc.boolean(),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  })
}
const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  list('country', pick.country),
  list('continent', pick.continent),
  list('asn', pick.asn),
  list('network', fc.oneof(pick.userAgentGlob, fc.constant('*hosting*'))),
  list('networkKind', pick.networkKind),
  list('ip', pick.ip),
  list('userAgent', pick.userAgentGlob),
  list('language', pick.language),
  list('hostname', pick.host),
  list('path', pick.glob),
  list('action', pick.glob),
  fc.record({ field: fc.constant('score' as const), from: pick.score, to: pick.score }),
)
const action: fc.Arbitrary<RuleAction> = fc.constantFrom(
  { type: 'ALLOW' },
  { type: 'DIFFICULTY', percent: 50 },
  { type: 'CHALLENGE' },
  { type: 'FLAG' },
  { type: 'BLOCK' },
)
export const rules: fc.Arbitrary<Rule[]> = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 1, max: 60 }),
    priority: fc.integer({ min: 0, max: 5 }),
    enabled: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
    dryRun: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    expiresAt: fc.constantFrom(null, null, null, 99, 100, 101),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    action,
  }),
  { selector: ({ number }) => number, maxLength: 45 },
)
export const facts: fc.Arbitrary<Facts> = fc.record({
  address: pick.address,
  country: fc.option(pick.country),
  asn: fc.oneof(fc.constant(0), pick.asn),
  networkKind: pick.networkKind,
  userAgent: pick.userAgent,
  language: fc.option(pick.language),
  hostname: pick.hostname,
  path: fc.option(pick.text),
  action: fc.option(pick.text),
})
/** The time at which `expiresAt` of the rules lies around. */
export const now = 100

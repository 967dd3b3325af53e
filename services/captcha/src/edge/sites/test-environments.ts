import { siteSettingsSchema, type TestKind, testKinds } from '@bollard/contracts'
import { compileRules } from '@bollard/visitor-rules'
import { foreignSiteKeys } from '../../access/test-keys/foreign-test-keys.ts'
import { testKeys } from '../../access/test-keys/test-keys.ts'
import type { Site, SiteEnvironment } from './site.ts'

/** Far above every number that the database gives; sixteen numbers are left from here on. */
const firstNumber = 0xffff_fff0

const site: Site = {
  id: 0,
  solutionId: '00000000-0000-7000-8000-000000000000',
  settings: siteSettingsSchema.parse({}),
  withheld: [],
  refuses: false,
  credentials: { bots: null, issuer: null },
  exempts: () => true,
  rules: compileRules([]),
  hasRules: false,
  rulesState: '',
  bypassKeys: [],
  environments: [],
  changedAt: '0',
}

const keys: readonly { siteKey: string; kind: TestKind; token: string | null }[] = [
  ...testKinds.map((kind) => ({ siteKey: testKeys[kind].siteKey, kind, token: null })),
  ...foreignSiteKeys,
]
const environments = keys.map(({ siteKey, kind }, index): SiteEnvironment => ({
  id: firstNumber + index,
  site,
  siteKey,
  active: true,
  allows: () => true,
  test: kind,
}))
const byKey = new Map(environments.map((environment) => [environment.siteKey, environment]))
const byId = new Map(environments.map((environment) => [environment.id, environment]))

/** The environment of a test site key, which no database knows. */
export function testEnvironmentOf(siteKey: string): SiteEnvironment | undefined {
  return byKey.get(siteKey)
}

/** The same by its number, as challenges and tokens name it. */
export function testEnvironment(environmentId: number): SiteEnvironment | undefined {
  return byId.get(environmentId)
}

/** The token that another captcha has published for its test site key, by the number of the environment; null for every other. */
export function publishedTokenOf(environmentId: number): string | null {
  return environmentId < firstNumber ? null : (keys[environmentId - firstNumber]?.token ?? null)
}

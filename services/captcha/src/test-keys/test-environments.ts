import { siteSettingsSchema, testKinds } from '@bollard/contracts'
import { compileRules } from '@bollard/visitor-rules'
import type { Site, SiteEnvironment } from '../site.ts'
import { testKeys } from './test-keys.ts'

/** Far above every number that the database gives. */
const firstNumber = 0xffff_fff0

const site: Site = {
  id: 0,
  solutionId: '00000000-0000-7000-8000-000000000000',
  settings: siteSettingsSchema.parse({}),
  credentials: { bots: null, issuer: null },
  rules: compileRules([]),
  hasRules: false,
  rulesState: '',
  bypassKeys: [],
  environments: [],
  changedAt: '0',
}

const environments = testKinds.map((test, index): SiteEnvironment => ({
  id: firstNumber + index,
  site,
  siteKey: testKeys[test].siteKey,
  active: true,
  allows: () => true,
  test,
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

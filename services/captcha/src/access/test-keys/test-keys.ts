import { type TestKind, testKinds, testSecretKeys, testSiteKeys } from '@bollard/contracts'
import { type ForeignSecretKey, foreignSecretKeys } from './foreign-test-keys.ts'

/**
 * Keys that everybody may know, for the tests of customers. They work on every page and store nothing; the widget shows that
 * it is none to rely on. A token of a test site key counts with no real secret key, and a real token with no test secret.
 */
export const testKeys: Readonly<Record<TestKind, { readonly siteKey: string; readonly secretKey: string }>> = {
  PASSES: { siteKey: testSiteKeys.PASSES, secretKey: testSecretKeys.PASSES },
  FAILS: { siteKey: testSiteKeys.FAILS, secretKey: testSecretKeys.FAILS },
  SPENT: { siteKey: testSiteKeys.SPENT, secretKey: testSecretKeys.SPENT },
  STEP_UP: { siteKey: testSiteKeys.STEP_UP, secretKey: testSecretKeys.STEP_UP },
}

const ownSecrets = testKinds.map((kind): [string, TestSecret] => [testKeys[kind].secretKey, { kind, scores: null }])
const bySecret = new Map<string, TestSecret>([...ownSecrets, ...foreignSecretKeys])

/** What a test secret key does, ours or one that another captcha has published. */
export type TestSecret = ForeignSecretKey

/** What a secret key does that is only for tests; undefined for every other key. */
export function testSecretOf(secretKey: string): TestSecret | undefined {
  return bySecret.get(secretKey)
}

/** What a secret key is the test key for; undefined for every other key. */
export function testKindOfSecret(secretKey: string): TestKind | undefined {
  return bySecret.get(secretKey)?.kind
}

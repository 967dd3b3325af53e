import { type TestKind, testKinds } from '@bollard/contracts'

/**
 * Keys that everybody may know, for the tests of customers. They work on every page and store nothing; the widget shows that
 * it is none to rely on. A token of a test site key counts with no real secret key, and a real token with no test secret.
 */
export const testKeys: Readonly<Record<TestKind, { readonly siteKey: string; readonly secretKey: string }>> = {
  PASSES: { siteKey: 'bsk_TestAlwaysPasses000000', secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv' },
  FAILS: { siteKey: 'bsk_TestAlwaysFails0000000', secretKey: 'bsec_TestAlwaysFails00000000000000000_3N3tyG' },
  SPENT: { siteKey: 'bsk_TestAlreadySpent000000', secretKey: 'bsec_TestAlreadySpent0000000000000000_31Bsyu' },
  STEP_UP: { siteKey: 'bsk_TestForcesStepUp000000', secretKey: 'bsec_TestForcesStepUp0000000000000000_2rSS8h' },
}

const kindBySecret = new Map(testKinds.map((kind) => [testKeys[kind].secretKey, kind]))

/** What a secret key is the test key for; undefined for every other key. */
export function testKindOfSecret(secretKey: string): TestKind | undefined {
  return kindBySecret.get(secretKey)
}

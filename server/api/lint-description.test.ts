import { describeApi } from '@bollard/api-reference'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'

const text = JSON.stringify(
  describeApi({
    serverUrl: 'https://api.operator.example',
    version: '1.2.3',
    contact: { name: 'Example Operator GmbH', email: 'api@operator.example' },
    docsUrl: 'https://docs.operator.example',
  }),
)

test('the description keeps the recommended rules of Redocly', { timeout: 60_000 }, async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // There is no licence to point to.
      'info-license-strict': 'off',
      // The paths of solutions are fixed; ids are UUIDs, so no call fits two of them. The next test holds which they are.
      'no-ambiguous-paths': 'off',
      // Lists to choose from and signing out refuse nobody.
      'operation-4xx-response': 'off',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  })
  const findings = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('paths with two meanings are only those below /solution/v1/solutions that are fixed', async () => {
  const config = await createConfig({ rules: { 'no-ambiguous-paths': 'error' } })
  const findings = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(findings.length).toBeGreaterThan(0)
  const fixed = /`\/solution\/v1\/solutions\/(?:members\/\{userId\}|invoiceAddresses\/\{|payment-methods\/\{)/u
  expect(findings.map(({ message }) => message).filter((message) => !fixed.test(message))).toEqual([])
})

test('calls that nothing refuses are these', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> }
  const unrefused = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ responses }) => !Object.keys(responses).some((status) => status.startsWith('4'))),
  )
  expect(unrefused).toMatchObject([
    { operationId: 'deleteCurrentSession' },
    { operationId: 'endView' },
    { operationId: 'listTimezones' },
    { operationId: 'listLocales' },
    { operationId: 'listPlans' },
  ])
})

test('the description keeps the recommended rules of Spectral', { timeout: 60_000 }, async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({
    // Its two packages disagree about the type of their own rules.
    extends: [[rulesets.oas as never, 'recommended']],
    rules: {
      // A summary says what a call does; a description says who may, and is left out where everybody may.
      'operation-description': 'off',
      // Redocly has read the examples, in a fraction of the time.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  })
  const findings = await linter.run(JSON.parse(text))
  expect(findings.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

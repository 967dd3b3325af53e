import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePolicies } from '../../../benchmarks/policies/page-policies.ts'
import { attributes } from './attributes.ts'

// What the documentation shows of the widget is what stands in these files.
const read = (name: string) => readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')
const api = 'https://captcha.example.org'

test.for(['form.html', 'element.html', 'validate.html'])(
  '%s loads the widget and gives the element only what it knows',
  (name) => {
    const html = read(name)
    expect(html).toContain(`<script type="module" src="${api}/widget.js"></script>`)
    const [, given = ''] = /<bollard-captcha([^>]*)>/u.exec(html) ?? []
    const names = [...given.matchAll(/([\w-]+)(?==)/gu)].map(([, attribute]) => attribute)
    expect(names).toEqual(['sitekey'])
    expect(names.filter((attribute) => !attributes.some((known) => known === attribute))).toEqual([])
    expect(html.match(/<bollard-captcha/gu)?.length).toBe(html.match(/<\/bollard-captcha>/gu)?.length)
  },
)

test('execute.js answers with the token of the element', async () => {
  const { tokenOf }: { tokenOf: (page: object) => Promise<string> } = await import(
    new URL('../examples/execute.js', import.meta.url).href
  )
  const page = { querySelector: (name: string) => ({ execute: async () => `token of ${name}` }) }
  expect(await tokenOf(page)).toBe('token of bollard-captcha')
})

test('font.css sets the property that the widget’s style reads', () => {
  const [, name = ''] = /(--[\w-]+):/u.exec(read('font.css')) ?? []
  expect(readFileSync(new URL('./view/widget.css', import.meta.url), 'utf8')).toContain(`var(${name},`)
})

/** Per directive, the sources at our address. */
function oursIn(policy: string): Record<string, string[]> {
  const directives = policy.replace(/^Content-Security-Policy:/u, '').split(';')
  const ours = directives.map((directive): [string, string[]] => {
    const [name = '', ...sources] = directive.trim().split(/\s+/u)
    return [name, sources.filter((source) => source.startsWith(api))]
  })
  return Object.fromEntries(ours.filter(([, sources]) => sources.length > 0))
}

test.for([
  ['content-policy.txt', 'recommended'],
  ['content-policy-paths.txt', 'paths'],
] as const)('%s allows what the policy “%s” allows, which journeys and benchmarks run', ([name, id]) => {
  const run = pagePolicies.find((policy) => policy.id === id)?.csp({ api, nonce: 'x' }) ?? ''
  expect(Object.keys(oursIn(run)).length).toBe(3)
  expect(oursIn(read(name))).toEqual(oursIn(run))
})

import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test, vi } from 'vitest'
import { Part, partNames } from './parts.tsx'

// The pages load each of them as a script of its own.
import.meta.glob('./*/*.island.ts', { eager: true })

const page = {
  default: () => (
    <main id="content">
      <h1>Parts</h1>
      {partNames.map((name) => (
        <Part key={name} name={name} />
      ))}
    </main>
  ),
}

test('the parts are clean, and their islands answer', async () => {
  // The site's server, which has been sent a cookie that no script can read.
  vi.stubGlobal('fetch', async () => Response.json(['session_token']))
  const state = {
    site: 'website',
    at: '/wiki/parts',
    layers: [layer('parts', page, { path: ':language/wiki/parts' })],
    heading: () => 'Parts',
    has: async (body, { look }) => {
      if (look === 'wide, light, en') await useAll(body)
    },
  } satisfies Parameters<typeof faultsOfPage>[0]
  expect(await faultsOfPage(state)).toEqual([])
})

/** What a reader does with the parts, and what they then say. */
async function useAll(body: HTMLElement): Promise<void> {
  const find = <Found extends Element = HTMLElement>(selector: string): Found => {
    const found = body.querySelector<Found>(selector)
    if (found === null) throw new Error(`There is no ${selector}`)
    return found
  }
  const said = (part: string, out: string): string => find(`part-${part} [data-out="${out}"]`).textContent.trim()
  const type = (selector: string, value: string): void => {
    const field = find<HTMLInputElement>(selector)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  // The first visitor of the quiz is a bot, the second option.
  find('part-quiz fieldset label:nth-child(1) input').click()
  expect(find('part-quiz [data-verdict]').textContent).toBe('Not quite.')
  find('part-quiz fieldset label:nth-child(2) input').click()
  expect(find('part-quiz [data-verdict]').textContent).toBe('That’s right.')
  expect(find<HTMLDetailsElement>('part-quiz details').open).toBe(true)
  expect(find('part-quiz [data-score]').textContent).toBe('1 of 1 right, 7 questions in all.')

  const steps = [...find('part-stepper [data-steps]').children].map((step) => step as HTMLElement)
  const shown = (): number[] => steps.flatMap((step, index) => (step.hidden ? [] : [index]))
  expect(shown()).toEqual([0])
  find('part-stepper [data-do="next"]').click()
  expect([shown(), said('stepper', 'place')]).toEqual([[1], 'Step 2 of 6'])
  find('part-stepper [data-do="back"]').click()
  find('part-stepper [data-do="back"]').click()
  expect(shown()).toEqual([5])

  expect(said('firewall-rules', 'admin-verdict')).toBe('Let through')
  find('[data-rule="shell"] [data-do="up"]').click()
  expect([said('firewall-rules', 'admin-verdict'), said('firewall-rules', 'admin-rule')]).toEqual(['Blocked', 'rule 3'])
  find('part-firewall-rules [value="allow"]').click()
  expect(said('firewall-rules', 'scanner-verdict')).toBe('Let through')

  expect(said('brute-force-time', 'speed')).toBe('129 a second')
  type('part-brute-force-time [name="length"]', '4')
  expect([said('brute-force-time', 'length'), said('brute-force-time', 'bits')]).toEqual(['4', '23.8 bits'])
  expect(said('password-strength', 'password')).toHaveLength(16)
  expect(said('password-strength', 'reuse')).toContain('opens 19 other accounts')
  type('part-password-strength [name="passwords"]', '100')
  expect(said('password-strength', 'reuse')).toContain('no other account')

  type('part-readable-again [name="script"]', 'a=!0;b()')
  expect(said('readable-again', 'formatted')).toBe('a = true;\nb()')
  find('part-protection-checklist [name="logs"]').click()
  expect(said('protection-checklist', 'count')).toBe('1 of 20 done')
  expect(find('part-protection-checklist [data-copy]').dataset['copy']).toContain('- [x] Log enough')

  await vi.waitFor(() => expect(said('encryption-lab', 'aesOpened')).toBe('Meet me at the bollard at noon.'))
  find('part-encryption-lab [data-do="flip"]').click()
  await vi.waitFor(() => expect(said('encryption-lab', 'aesOpened')).toBe('Refused: this isn’t what was encrypted.'))
  type('part-encryption-lab [name="text"]', 'x'.repeat(191))
  await vi.waitFor(() => expect(said('encryption-lab', 'rsaOpened')).toContain('191 bytes; RSA takes 190'))

  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).toContain('session_tokenCookiesent to the server'))
  find('part-cookie-inspector [data-do="set"]').click()
  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).toContain('cookie_inspector'))
  find('part-cookie-inspector [data-do="clear"]').click()
  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).not.toContain('cookie_inspector'))

  expect(said('script-sight', 'userAgent')).toBe(navigator.userAgent)
  await vi.waitFor(() => expect(said('fingerprint-entropy', 'hash')).toMatch(/^[\da-f]{64}$/u))
  expect(said('fingerprint-entropy', 'left')).toBe('1,000 visitors')
}

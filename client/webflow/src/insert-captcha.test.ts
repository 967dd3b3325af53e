import { expect, test } from 'vitest'
import { type CanvasElement, type Designer, insertCaptcha, scriptFor } from './insert-captcha.ts'
import { textsFor } from './texts.ts'

const settings = { host: 'https://captcha.example.org/', siteKey: 'bsk_key', action: 'contact' }

/** A Designer in which an element of a type is selected, and what was done to the one that is inserted. */
function designerWith(type: string | null) {
  const done: unknown[] = []
  const inserted: CanvasElement = {
    type: 'DOM',
    setTag: async (tag) => done.push(tag),
    setAttribute: async (name, value) => done.push([name, value]),
  }
  const append = async (preset: unknown) => (done.push(preset), inserted)
  const selected = type === null ? null : { type, ...(type === 'Image' ? {} : { append }) }
  const designer: Designer = { elementPresets: { DOM: 'dom' }, getSelectedElement: async () => selected }
  return { designer, done }
}

test('the element is put into the selected form, with its attributes', async () => {
  const { designer, done } = designerWith('FormForm')
  await insertCaptcha(designer, settings)
  expect(done).toEqual(['dom', 'bollard-captcha', ['sitekey', 'bsk_key'], ['action', 'contact']])
})

test('what can’t take it is refused with a code, and so is a wrong field', async () => {
  for (const [type, change, code] of [
    [null, {}, 'nothing-selected'],
    ['Image', {}, 'not-in-a-form'],
    ['Heading', {}, 'not-in-a-form'],
    ['FormForm', { host: 'http://captcha.example.org' }, 'host-invalid'],
    ['FormForm', { host: 'javascript:alert(1)' }, 'host-invalid'],
    ['FormForm', { host: 'https://a:b@captcha.example.org' }, 'host-invalid'],
    ['FormForm', { siteKey: 'bsec_secret' }, 'site-key-invalid'],
    ['FormForm', { action: '"><script>' }, 'action-invalid'],
  ] as const) {
    const { designer, done } = designerWith(type)
    await expect(insertCaptcha(designer, { ...settings, ...change })).rejects.toMatchObject({ code })
    expect(done).toEqual([])
  }
})

test('the script is that of the installation, and nothing leaves its attribute', () => {
  expect(scriptFor(settings)).toBe('<script type="module" src="https://captcha.example.org/widget.js"></script>')
  expect(scriptFor({ ...settings, host: 'https://captcha.example.org/a"b' })).not.toContain('a"b')
})

test('both languages have all texts, and other languages read English', () => {
  expect(Object.keys(textsFor(['de-AT', 'en']))).toEqual(Object.keys(textsFor(['fr'])))
  expect(textsFor(['fr', 'de']).siteKey).toBe('Websiteschlüssel')
  expect(textsFor(['fr']).siteKey).toBe('Site key')
})

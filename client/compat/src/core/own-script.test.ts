import { expect, test } from 'vitest'
import { findOwnScript } from './own-script.ts'

const script = (src: string, more: object = {}) => ({ src, async: false, defer: false, ...more })
/** As much of a page as is looked at. */
const page = (scripts: readonly object[], currentScript: object | null = null) =>
  Object.assign(Object.create(null), { baseURI: 'https://shop.example/', scripts, currentScript })
const paths = /\/recaptcha\/api\.js$/u

test('the script that runs says where we come from, and how it was loaded', () => {
  const own = script('https://captcha.example/recaptcha/api.js?hl=de&render=explicit', { async: true })
  const { origin, parameters, late } = findOwnScript(
    page([script('https://other.example/recaptcha/api.js'), own], own),
    paths,
  )
  expect({ origin, late, all: Object.fromEntries(parameters) }).toEqual({
    origin: 'https://captcha.example',
    late: true,
    all: { hl: 'de', render: 'explicit' },
  })
})

test('where none is known to run, it is the last one of our address', () => {
  const scripts = [
    script('https://captcha.example/recaptcha/api.js?hl=fr#top'),
    script('https://captcha.example/recaptcha/api.js.map'),
    script(''),
  ]
  expect(findOwnScript(page(scripts, script('')), paths)).toMatchObject({
    origin: 'https://captcha.example',
    late: false,
  })
})

test('a page that has taken the script into its own is where the service is', () => {
  expect(findOwnScript(page([]), paths)).toMatchObject({ origin: 'https://shop.example', late: false })
})

import { createElement, createRef } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BollardCaptcha, type CaptchaCommands, useBollard } from './index.ts'

const given = { host: 'https://captcha.example.org', siteKey: 'bsk_key' }

test('a server writes the element with its attributes, and what visitors see until the widget comes', () => {
  expect(typeof globalThis.window).toBe('undefined')
  const html = renderToStaticMarkup(
    createElement(BollardCaptcha, { ...given, invisible: true, className: 'ours', action: '"><script>' }, 'Loading'),
  )
  expect(html).toBe(
    '<bollard-captcha api-url="https://captcha.example.org" sitekey="bsk_key" action="&quot;&gt;&lt;script&gt;" invisible="" class="ours">Loading</bollard-captcha>',
  )
})

test('the hook has a state on servers, and its commands reject while there is no captcha', async () => {
  const commands = createRef<CaptchaCommands>()
  let hook: ReturnType<typeof useBollard> | undefined
  function Form() {
    hook = useBollard()
    return createElement(BollardCaptcha, { ...given, captcha: hook, ref: commands })
  }
  renderToString(createElement(Form))
  expect(hook).toMatchObject({ state: 'loading', token: '', error: null })
  hook?.reset()
  await expect(hook?.execute()).rejects.toMatchObject({ code: 'removed' })
  await expect(hook?.retry()).rejects.toMatchObject({ code: 'removed' })
})

test('a wrong configuration is an error where it is drawn', () => {
  for (const [wrong, code] of [
    [{ ...given, host: 'http://captcha.example.org' }, 'host-not-https'],
    [{ ...given, siteKey: 'bsec_key' }, 'site-key-secret'],
  ] as const)
    expect(() => renderToString(createElement(BollardCaptcha, wrong))).toThrow(expect.objectContaining({ code }))
})

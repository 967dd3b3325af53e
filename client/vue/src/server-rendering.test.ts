import { expect, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { BollardCaptcha, bollard, useBollard } from './index.ts'
import bollardForNuxt from './nuxt.ts'

const given = { host: 'https://captcha.example.org', siteKey: 'bsk_key' }
const draw = (props: object) => createSSRApp({ render: () => h(BollardCaptcha, props, () => 'Loading') })

test('a server writes the element with its attributes, and what visitors see until the widget comes', async () => {
  expect(typeof globalThis.window).toBe('undefined')
  expect(await renderToString(draw({ ...given, invisible: true, class: 'ours', action: '"><script>' }))).toBe(
    '<bollard-captcha api-url="https://captcha.example.org" sitekey="bsk_key" action="&quot;&gt;&lt;script&gt;" invisible class="ours">Loading</bollard-captcha>',
  )
})

test('an app gives all its captchas the installation and site key, and one may have others', async () => {
  expect(await renderToString(draw({}).use(bollard, given))).toContain('sitekey="bsk_key"')
  expect(await renderToString(draw({ siteKey: 'bsk_own' }).use(bollard, given))).toContain('sitekey="bsk_own"')
})

test('the composable rejects while there is no captcha', async () => {
  const { state, token, error, execute, retry, reset } = useBollard()
  expect([state.value, token.value, error.value]).toEqual(['loading', '', null])
  reset()
  await expect(execute()).rejects.toMatchObject({ code: 'removed' })
  await expect(retry()).rejects.toMatchObject({ code: 'removed' })
})

test('a wrong configuration is an error where it is set up', async () => {
  const app = draw({ ...given, siteKey: '' })
  app.config.warnHandler = () => {}
  await expect(renderToString(app)).rejects.toMatchObject({ code: 'site-key-missing' })
})

test('the module of Nuxt brings component, composable and what stands in the configuration', () => {
  const added: object[] = []
  const options = {
    bollard: { host: given.host },
    plugins: [],
    runtimeConfig: { public: {} },
    build: { transpile: [] },
  }
  bollardForNuxt({ siteKey: given.siteKey }, { options, hook: (_name, add) => add(added) })
  expect(options.runtimeConfig.public).toEqual({ bollard: given })
  expect(options.plugins).toEqual([{ src: expect.stringMatching(/nuxt-plugin\.js$/u) }])
  expect(added).toMatchObject([{ as: 'useBollard' }, { pascalName: 'BollardCaptcha', filePath: '@bollard/vue' }])
})

import { expect } from '@playwright/test'
import { gotTokens, holdBack, read, test, told, usualBody } from './widget-page.ts'

test('moved in the page it keeps its token, moved while it works it goes on, and once it is back it works again', async ({
  visit,
}) => {
  const { before, letGo } = holdBack()
  const { page, faults, widget, becomes, start, fillIn } = await visit({
    body: `${usualBody}<div id="elsewhere"></div>`,
    before,
  })
  await start()
  await page.evaluate(() => document.querySelector('form')?.prepend(document.querySelector('bollard-captcha') ?? ''))
  expect(await read(widget, 'state')).toBe('working')
  letGo()
  await becomes('passed')
  const response = await read(widget, 'response')
  await page.evaluate(() =>
    document.querySelector('#elsewhere')?.append(document.querySelector('bollard-captcha') ?? ''),
  )
  expect([await read(widget, 'state'), await read(widget, 'response'), await read(widget, 'form')]).toEqual([
    'passed',
    response,
    null,
  ])
  expect(await told(page)).toEqual(['started', 'solved'])
  await widget.evaluate(async (element) => {
    element.remove()
    await new Promise((resolve) => setTimeout(resolve, 50))
    document.querySelector('form')?.append(element)
  })
  expect([await read(widget, 'state'), await read(widget, 'response')]).toEqual(['ready', ''])
  await fillIn()
  await becomes('passed')
  expect(faults).toEqual([])
})

test('a form control like any other: disabled it is not in the way, and its form can be reset', async ({ visit }) => {
  const body =
    '<form method="post" action="/"><input name="email" aria-label="E-mail"><fieldset disabled>{widget}</fieldset><button>Send</button></form>'
  const { page, site, widget, becomes } = await visit({ body, attributes: 'autostart="off"' })
  await expect(widget.getByRole('checkbox')).toBeDisabled()
  expect(
    await widget.evaluate((element) => [
      Reflect.get(element, 'willValidate'),
      Reflect.get(element, 'type'),
      Reflect.get(element, 'name'),
    ]),
  ).toEqual([false, 'bollard-captcha', 'bollard-response'])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('#answer')).toHaveText('Refused')
  expect(site.tokens).toEqual([''])
  await page.goBack()
  await page.evaluate(() => document.querySelector('fieldset')?.removeAttribute('disabled'))
  expect(
    await widget.evaluate((element) => [
      Reflect.get(element, 'validity').customError,
      Reflect.get(element, 'validationMessage'),
    ]),
  ).toEqual([true, 'Please confirm you’re a person'])
  await widget.getByRole('checkbox').click()
  await becomes('passed')
  expect(await read(widget, 'validationMessage')).toBe('')
  await page.evaluate(() => document.forms[0]?.reset())
  expect([await read(widget, 'state'), await read(widget, 'response')]).toEqual(['ready', ''])
})

test('attributes may change while it works', async ({ visit }) => {
  const { page, site, widget, becomes, start } = await visit()
  await start()
  await widget.evaluate((element) => {
    for (const [name, value] of Object.entries({
      theme: 'dark',
      language: 'de',
      size: 'compact',
      name: 'token',
      sitekey: element.getAttribute('sitekey') ?? '',
    }))
      element.setAttribute(name, value)
  })
  await becomes('passed')
  expect(await page.evaluate(() => String(new FormData(document.forms[0]).get('token')).length)).toBeGreaterThan(40)
  await widget.evaluate((element) => element.setAttribute('action', 'another'))
  expect(await read(widget, 'state')).toBe('ready')
  await widget.evaluate((element) => element.setAttribute('name', 'bollard-response'))
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

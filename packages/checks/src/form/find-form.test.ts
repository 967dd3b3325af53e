import { expect, test } from 'vitest'
import { findForm } from './find-form.ts'

const key = 'bsk_one'
const find = (html: string, fields: string[] = []) => findForm(html, key, fields)

test('the form with the site key is found among others, with what a browser would send of it', () => {
  const form = find(`<!doctype html><body>
    <!-- <form action="/comment"><i sitekey="bsk_one"></i></form> -->
    <script>const html = '<form action="/script"><i sitekey="bsk_one">'</script>
    <form action="/search"><input name=q></form>
    <FORM Action = "/send?a=1&amp;b=2" METHOD=Post>
      <input type="hidden" name="csrf" value="a&quot;b&#39;c&#x41;">
      <input name="mail"><input name='mail2' value = plain>
      <input type=checkbox name=off><input type=checkbox name=on checked><input type=radio name=r value=1><input type=radio name=r value=2 checked>
      <input name=gone value=1 disabled><input type=file name=photo><input type=reset name=reset value=x>
      <select name=size><option value=s>S<option value=m selected>M</select><select name=first><option value=1><option value=2></select>
      <select name=many multiple><option value=1></select>
      <textarea name=text>
<b>not a tag</b> &lt;</textarea>
      <bollard-captcha sitekey="bsk_one"></bollard-captcha>
      <button type=button name=no value=1></button><button name=go value=now>Send</button><button name=other value=x>Other</button>
    </form>`)
  expect(form).toMatchObject({ action: '/send?a=1&b=2', method: 'POST', isMultipart: false })
  expect(form?.values).toEqual([
    { name: 'csrf', value: `a"b'cA` },
    { name: 'mail', value: '' },
    { name: 'mail2', value: 'plain' },
    { name: 'on', value: 'on' },
    { name: 'r', value: '2' },
    { name: 'size', value: 'm' },
    { name: 'first', value: '1' },
    { name: 'text', value: '<b>not a tag</b> <' },
    { name: 'go', value: 'now' },
  ])
  expect([...(form?.names ?? [])]).toEqual(expect.arrayContaining(['off', 'many', 'r', 'text']))
  expect(form?.names.has('gone')).toBe(false)
})

test('where scripts put the captcha in, the form with all the fields counts; without fields none does', () => {
  const html = `<form action=/a><input name=mail></form><form action=/b><input name=mail><input name=text></form>`
  expect(find(html, ['mail', 'text'])?.action).toBe('/b')
  expect(find(html, ['mail', 'phone'])).toBeNull()
  expect(find(html)).toBeNull()
})

test('the button that is pressed may say where and how the form goes', () => {
  const form = find(
    `<form data-sitekey=bsk_one action=/a><div class=g-recaptcha data-sitekey="bsk_one"></div>
     <button formaction="/b" formmethod=post formenctype="multipart/form-data"></form>`,
  )
  expect(form).toMatchObject({ action: '/b', method: 'POST', isMultipart: true, values: [] })
})

test.for([
  '',
  '<',
  '<form',
  '<form action="',
  '<form><input name="a',
  '<!--',
  '<textarea>',
  '<form><textarea name=a',
  '</',
  '<form a=1 a=2 =x / =>',
])('a page that is broken off is read to its end: %s', (html) => {
  expect(() => find(html, ['a'])).not.toThrow()
})

test('a hostile page takes no longer than its length', () => {
  const began = process.cpuUsage()
  for (const part of ['<', '<a ', '<form ', '<!-', '<script', '<a b="', '&#x', '<textarea>', "<a b='>"])
    find(part.repeat(131_072 / part.length), ['a'])
  // Microseconds that it computed, whatever else the machine does. Quadratic time would be minutes.
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
})

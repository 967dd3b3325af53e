/**
 * Sends a form without leaving the page. Resolves to `sent`, or to why not: the code of `bollard-failed`, or `refused-by-server`.
 * A second call needs a second token, and gets one.
 */
export async function sendForm(form) {
  const captcha = form.querySelector('bollard-captcha')
  try {
    await captcha.execute()
  } catch (error) {
    return error.code
  }
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
  captcha.reset()
  return answer.ok ? 'sent' : 'refused-by-server'
}

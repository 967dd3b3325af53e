/** Verifies the token of a submitted form at Bollard's own address. `fetch` is that of the platform. */
export async function verifyForm(form, SECRET_KEY, fetch) {
  // #region verify
  const answer = await fetch('https://captcha.example.org/captcha/v1/siteverify', {
    method: 'POST',
    body: new URLSearchParams({ secret: SECRET_KEY, response: form.get('bollard-response') ?? '' }),
  })
  const { success, score, reasons } = await answer.json()
  // #endregion
  return { success, score, reasons }
}

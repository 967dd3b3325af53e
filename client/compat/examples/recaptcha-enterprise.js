/** Verifies a token of a page that was built for reCAPTCHA Enterprise. `fetch` is that of the platform. */
export async function verifyEnterprise(token, SECRET_KEY, fetch) {
  // #region verify
  const answer = await fetch('https://captcha.example.org/recaptcha/api/siteverify', {
    method: 'POST',
    body: new URLSearchParams({ secret: SECRET_KEY, response: token }),
  })
  const { success, score, action } = await answer.json()
  // #endregion
  return { success, score, action }
}

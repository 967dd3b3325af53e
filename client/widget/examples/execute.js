/** The token for a form that a script submits; rejects when the visitor was blocked or Bollard can't be reached. */
export async function tokenOf(document) {
  // #region execute
  const captcha = document.querySelector('bollard-captcha')
  const token = await captcha.execute()
  // #endregion
  return token
}

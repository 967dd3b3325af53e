/** Our own look for the provider's fields, which stand in a frame and know nothing of our styles. Read where the page is. */
export function stripeAppearance(): object {
  const style = getComputedStyle(document.documentElement)
  /** Tokens of two themes are written as `light-dark()`; an element that wears one tells the colour itself. */
  const colour = (token: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${token})`
    document.body.append(probe)
    const value = getComputedStyle(probe).color
    probe.remove()
    return value
  }
  return {
    theme: 'flat',
    variables: {
      colorPrimary: colour('--ink'),
      colorBackground: colour('--surface'),
      colorText: colour('--ink'),
      colorTextSecondary: colour('--ink-2'),
      colorDanger: colour('--bot'),
      borderRadius: style.getPropertyValue('--radius-m'),
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border: `1px solid ${colour('--line-strong')}` } },
  }
}

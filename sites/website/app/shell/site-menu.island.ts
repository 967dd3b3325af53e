/** Closes the menus of the header as people expect it: with Escape, with a click elsewhere, and when another one opens. */
class SiteMenu extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('keydown', (event) => {
      const { key, target } = event
      const open =
        key === 'Escape' && target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null
      if (open === null) return
      // One press closes one thing.
      event.preventDefault()
      open.open = false
      open.querySelector('summary')?.focus()
    })
    document.addEventListener('click', ({ target }) => {
      for (const open of this.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'))
        if (!(target instanceof Node && open.contains(target))) open.open = false
    })
    // With the keyboard one leaves a menu by going on to what follows it.
    this.addEventListener('focusout', ({ target, relatedTarget }) => {
      const left = target instanceof Element ? target.closest<HTMLDetailsElement>('details[data-menu][open]') : null
      if (left !== null && relatedTarget instanceof Node && !left.contains(relatedTarget)) left.open = false
    })
  }
}

customElements.define('site-menu', SiteMenu)

const key = 'code-tab'

/** Opens the tab that was chosen last, here or on another page, and keeps the choice in this browser. The tabs work without it. */
class RememberedTabs extends HTMLElement {
  connectedCallback(): void {
    const tabs = [...this.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    const last = recall()
    for (const tab of tabs) {
      if (tab.value === last) tab.checked = true
      tab.addEventListener('change', () => remember(tab.value))
    }
  }
}

/** Browsers that keep nothing for this site throw instead. */
function recall(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(label: string): void {
  try {
    localStorage.setItem(key, label)
  } catch {
    // The tab is open all the same.
  }
}

customElements.define('remembered-tabs', RememberedTabs)

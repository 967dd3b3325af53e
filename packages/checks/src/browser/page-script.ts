/**
 * What runs in the page, in a world of its own: it sees the same document, and no script of the page can change what it calls. Each text is
 * a function of the form, or of the document where there is none yet. Forms hide their own properties behind fields of the same
 * names, so everything is read by the prototypes.
 */
const read = `
  const controls = (form) => [...Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements').get.call(form)];
  const named = (form, name) => controls(form).filter((one) => one.name === name);
  const submitOf = (form) => controls(form).find((one) => !one.disabled && (one.type === 'submit' || one.type === 'image'));`

/** The form that holds the captcha of a site key, else the first one with all fields; null while there is none. */
export const findFormScript = `function (siteKey, names) {
  ${read}
  const holder = [...document.querySelectorAll('[sitekey], [data-sitekey]')]
    .find((one) => one.getAttribute('sitekey') === siteKey || one.getAttribute('data-sitekey') === siteKey);
  const around = holder?.closest('form') ?? document.getElementById(holder?.getAttribute('form') ?? '');
  if (around instanceof HTMLFormElement) return around;
  if (names.length === 0) return null;
  return [...document.forms].find((form) => names.every((name) => named(form, name).length > 0)) ?? null;
}`

/**
 * Gets a field ready: "type" where its text is to be typed into what has the focus now, "done" where it was set, "missing" without such a
 * field.
 */
export const fillScript = `function (name, value) {
  ${read}
  const [first, ...others] = named(this, name);
  if (first === undefined) return 'missing';
  const changed = (one) => {
    one.dispatchEvent(new Event('input', { bubbles: true }));
    one.dispatchEvent(new Event('change', { bubbles: true }));
  };
  if (first.type === 'checkbox' || first.type === 'radio') {
    const all = [first, ...others];
    const chosen = all.find((one) => one.value === value) ?? (first.type === 'checkbox' && value !== '' ? first : null);
    for (const one of all) if (one.checked !== (one === chosen) && (one === chosen || one.type === 'checkbox')) one.click();
    return 'done';
  }
  if (first instanceof HTMLSelectElement) {
    first.value = value;
    changed(first);
    return 'done';
  }
  first.scrollIntoView({ block: 'center', behavior: 'instant' });
  first.focus();
  const isTyped = first instanceof HTMLTextAreaElement
    || ['text', 'email', 'tel', 'url', 'search', 'password', 'number'].includes(first.type);
  if (isTyped && document.activeElement === first) {
    first.select();
    return 'type';
  }
  const prototype = first instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value').set.call(first, value);
  changed(first);
  return 'done';
}`

/** What the form would send as the captcha's token by now, which widgets often say without a field; empty while there is none. */
export const tokenScript = `function (name) {
  return new FormData(this).getAll(name).find((value) => typeof value === 'string' && value !== '') ?? '';
}`

/** Where to press so that the captcha begins, if it waits for that; null where it is not to be seen. */
export const captchaPointScript = `function (siteKey) {
  const holder = [...document.querySelectorAll('[sitekey], [data-sitekey]')]
    .find((one) => one.getAttribute('sitekey') === siteKey || one.getAttribute('data-sitekey') === siteKey);
  if (holder === undefined) return null;
  holder.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = holder.getBoundingClientRect();
  return width > 0 && height > 0 ? { x: left + Math.min(30, width / 2), y: top + height / 2 } : null;
}`

/** Where the button that sends the form is; null where it was pressed here, since there is none or something lies over it. */
export const submitScript = `function () {
  ${read}
  const button = submitOf(this);
  if (button === undefined) {
    HTMLFormElement.prototype.requestSubmit.call(this);
    return null;
  }
  button.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = button.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  if (hit !== null && (hit === button || button.contains(hit) || hit.contains(button))) return point;
  button.click();
  return null;
}`

/** Names of fields that hold the form back. */
export const invalidScript = `function () {
  ${read}
  return controls(this).filter((one) => one.matches(':invalid') && one.type !== 'fieldset').map((one) => one.name || one.localName).slice(0, 10);
}`

/** The document as it stands. */
export const documentScript = `function () {
  return document.documentElement.outerHTML.slice(0, 1048576);
}`

const en = {
  host: 'Address of your Bollard',
  siteKey: 'Site key',
  action: 'What the form is for (optional)',
  insert: 'Insert into the selected form',
  script: 'Site settings → Custom code → Footer code',
  inserted: 'The captcha is in the form.',
  'host-invalid': 'Enter an address such as https://captcha.example.org.',
  'site-key-invalid': 'The site key must begin with bsk_.',
  'action-invalid': 'Use letters, digits, - and _ only.',
  'nothing-selected': 'Select the form on the canvas first.',
  'not-in-a-form': 'Select the form, or a block in it.',
  failed: 'The Designer did not accept the element.',
}

const de: typeof en = {
  host: 'Adresse Ihres Bollard',
  siteKey: 'Websiteschlüssel',
  action: 'Wofür das Formular ist (freiwillig)',
  insert: 'In das ausgewählte Formular einfügen',
  script: 'Site settings → Custom code → Footer code',
  inserted: 'Das Captcha ist im Formular.',
  'host-invalid': 'Geben Sie eine Adresse wie https://captcha.example.org ein.',
  'site-key-invalid': 'Der Websiteschlüssel muss mit bsk_ beginnen.',
  'action-invalid': 'Verwenden Sie nur Buchstaben, Ziffern, - und _.',
  'nothing-selected': 'Wählen Sie zuerst das Formular auf der Arbeitsfläche aus.',
  'not-in-a-form': 'Wählen Sie das Formular oder einen Block darin aus.',
  failed: 'Der Designer hat das Element nicht angenommen.',
}

/** The panel's texts for the languages of a browser. */
export function textsFor(languages: readonly string[]): typeof en {
  const first = languages.find((language) => /^(?:de|en)\b/u.test(language))
  return first?.startsWith('de') ? de : en
}

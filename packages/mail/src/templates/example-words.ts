import type { Language } from '@bollard/i18n'
import type { MailLanguage } from './texts.ts'

/** What people and other services might have written into mails: made up, in the language of the mail. */
const words = {
  laptop: ['Example laptop', 'Beispiel-Laptop', 'Ordinateur portable', 'Portátil de ejemplo', 'Portatile di esempio'],
  blog: ['Example blog', 'Beispiel-Blog', 'Blog d’exemple', 'Blog de ejemplo', 'Blog di esempio'],
  byOperator: [
    'You asked for it by telephone.',
    'Sie haben am Telefon darum gebeten.',
    'Vous l’avez demandé par téléphone.',
    'Lo has pedido por teléfono.',
    'L’hai chiesto per telefono.',
  ],
  invitation: [
    'Hello Ada,\nthis is the shop that we talked about.',
    'Guten Tag Ada,\ndas ist der Shop, über den wir gesprochen haben.',
    'Bonjour Ada,\nvoici la boutique dont nous avons parlé.',
    'Hola, Ada:\nesta es la tienda de la que hablamos.',
    'Ciao Ada,\nquesto è il negozio di cui abbiamo parlato.',
  ],
  browser: [
    'Firefox on Windows',
    'Firefox unter Windows',
    'Firefox sous Windows',
    'Firefox en Windows',
    'Firefox su Windows',
  ],
  leakedKey: [
    'The key stood in a public repository.',
    'Der Schlüssel stand in einem öffentlichen Repository.',
    'La clé figurait dans un dépôt public.',
    'La clave estaba en un repositorio público.',
    'La chiave si trovava in un repository pubblico.',
  ],
  wrongVatId: [
    'The VAT number belongs to another company.',
    'Die Umsatzsteuer-ID gehört einem anderen Unternehmen.',
    'Le numéro de TVA est celui d’une autre entreprise.',
    'El NIF-IVA pertenece a otra empresa.',
    'La partita IVA appartiene a un’altra azienda.',
  ],
  cause: [
    'Two checks in a row got no answer within 10 seconds.',
    'Zwei Prüfungen in Folge blieben 10 Sekunden ohne Antwort.',
    'Deux contrôles de suite sont restés sans réponse pendant 10 secondes.',
    'Dos comprobaciones seguidas quedaron sin respuesta durante 10 segundos.',
    'Due controlli di seguito sono rimasti senza risposta per 10 secondi.',
  ],
  duration: ['12 minutes', '12 Minuten', '12\u00a0minutes', '12 minutos', '12 minuti'],
  down: [
    'Shop is down',
    'Shop ist ausgefallen',
    'La boutique est en panne',
    'La tienda no funciona',
    'Il negozio non funziona',
  ],
  downSince: [
    'Since 12 Mar 2026, 14:05',
    'Seit 12.03.2026, 14:05',
    'Depuis le 12 mars 2026 à 14:05',
    'Desde el 12 mar 2026, 14:05',
    'Dal 12 mar 2026, 14:05',
  ],
  fault: ['Fault: timeout', 'Fehler: timeout', 'Défaut\u00a0: timeout', 'Fallo: timeout', 'Anomalia: timeout'],
  report: [
    'Payments fail',
    'Zahlungen schlagen fehl',
    'Les paiements échouent',
    'Los pagos fallan',
    'I pagamenti non riescono',
  ],
  progress: [
    'We have found the cause and are working on it.',
    'Wir kennen die Ursache und arbeiten daran.',
    'Nous avons trouvé la cause et travaillons à la résoudre.',
    'Hemos encontrado la causa y trabajamos en ello.',
    'Abbiamo trovato la causa e ci stiamo lavorando.',
  ],
  work: ['New disks', 'Neue Festplatten', 'Nouveaux disques', 'Discos nuevos', 'Nuovi dischi'],
  components: ['Checkout, Mail', 'Kasse, Mail', 'Paiement, e-mail', 'Pago, correo', 'Pagamento, email'],
  demo: [
    'We want to see the rules.',
    'Wir möchten die Regeln sehen.',
    'Nous voulons voir les règles.',
    'Queremos ver las reglas.',
    'Vogliamo vedere le regole.',
  ],
  question: [
    'A customer could not send our form.\nWhy was she blocked?',
    'Eine Kundin konnte unser Formular nicht absenden.\nWarum wurde sie gesperrt?',
    'Une cliente n’a pas pu envoyer notre formulaire.\nPourquoi a-t-elle été bloquée\u202f?',
    'Una clienta no pudo enviar nuestro formulario.\n¿Por qué se la bloqueó?',
    'Una cliente non è riuscita a inviare il nostro modulo.\nPerché è stata bloccata?',
  ],
  answer: [
    'Her browser was controlled by a program. You can let it through with a rule.',
    'Ihr Browser wurde von einem Programm gesteuert. Mit einer Regel lassen Sie ihn durch.',
    'Son navigateur était piloté par un programme. Une règle permet de le laisser passer.',
    'Un programa controlaba su navegador. Puedes dejarlo pasar con una regla.',
    'Il suo browser era controllato da un programma. Con una regola puoi lasciarlo passare.',
  ],
  salesAnswer: [
    'Unused verifications expire each month.',
    'Nicht genutzte Prüfungen verfallen monatlich.',
    'Les vérifications non utilisées expirent chaque mois.',
    'Las verificaciones sin usar caducan cada mes.',
    'Le verifiche non usate scadono ogni mese.',
  ],
} as const satisfies Record<string, readonly [en: string, de: string, fr: string, es: string, it: string]>

const order: readonly Language[] = ['en', 'de', 'fr', 'es', 'it']

/** The example words of a language; English where nobody has written them yet. */
export function exampleWords(language: MailLanguage): Readonly<Record<keyof typeof words, string>> {
  const at = Math.max(0, order.indexOf(language))
  return Object.fromEntries(Object.entries(words).map(([name, texts]) => [name, texts[at] ?? texts[0]])) as Record<
    keyof typeof words,
    string
  >
}

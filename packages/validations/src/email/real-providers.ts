/**
 * Domains where people have mail for years, or where an alias of theirs is kept for them. They are never called
 * disposable, whatever a list says: lists take them in by mistake and on purpose, and a visitor of theirs would be
 * turned away. Nor are they anybody's slip of the keys.
 */
export const realProviders: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com google.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com ' +
    'rocketmail.com aol.com icloud.com me.com mac.com privaterelay.appleid.com fastmail.com fastmail.fm ' +
    'gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr web.de t-online.de freenet.de posteo.de mailbox.org ' +
    'proton.me protonmail.com pm.me passmail.net passmail.com tuta.com tutanota.com tuta.io hey.com zoho.com ' +
    'mail.com email.com yandex.ru yandex.com ya.ru mail.ru rambler.ru qq.com 163.com 126.com sina.com ' +
    'naver.com daum.net hanmail.net orange.fr free.fr laposte.net wanadoo.fr sfr.fr libero.it virgilio.it ' +
    'tiscali.it alice.it bluewin.ch seznam.cz wp.pl o2.pl onet.pl interia.pl uol.com.br comcast.net ' +
    'verizon.net att.net btinternet.com sky.com duck.com mozmail.com simplelogin.com simplelogin.co slmail.me ' +
    'aleeas.com anonaddy.com anonaddy.me addy.io firefox.com riseup.net disroot.org hushmail.com runbox.com ' +
    'startmail.com mailfence.com'
  ).split(' '),
)

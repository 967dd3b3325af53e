<?php

return [
    'Please turn on JavaScript. This form checks that you are a person.' => 'Bitte schalten Sie JavaScript ein. Dieses Formular prüft, ob Sie ein Mensch sind.',
    'The check is not available at the moment. Please try again in a minute.' => 'Die Prüfung ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.',
    'The form was sent without its check. Please wait until the check is done, then send the form again.' => 'Das Formular wurde ohne seine Prüfung abgesendet. Bitte warten Sie, bis die Prüfung fertig ist, und senden Sie es dann noch einmal ab.',
    'The check has expired. Please send the form again.' => 'Die Prüfung ist abgelaufen. Bitte senden Sie das Formular noch einmal ab.',
    'We could not confirm that you are a person. Please try again.' => 'Wir konnten nicht feststellen, dass Sie ein Mensch sind. Bitte versuchen Sie es noch einmal.',
    'Address of your Bollard' => 'Adresse Ihres Bollard',
    'Site key' => 'Websiteschlüssel',
    'Secret key' => 'Geheimer Schlüssel',
    'During an outage' => 'Bei einem Ausfall',
    'Only visitors who were checked pass' => 'Nur geprüfte Besucher kommen durch',
    'Visitors whose browser couldn’t reach Bollard pass, if Bollard recorded the outage' => 'Besucher, deren Browser Bollard nicht erreichte, kommen durch, wenn Bollard den Ausfall aufgezeichnet hat',
    'Also pass visitors while this server can’t reach Bollard' => 'Auch Besucher durchlassen, solange dieser Server Bollard nicht erreicht',
    'Theme' => 'Farbschema',
    'As the page' => 'Wie die Seite',
    'Light' => 'Hell',
    'Dark' => 'Dunkel',
    'Check logins of the site' => 'Anmeldungen der Website prüfen',
    'Check registrations of the site' => 'Registrierungen der Website prüfen',
    'Check requests for a new password' => 'Anforderungen eines neuen Passworts prüfen',
];

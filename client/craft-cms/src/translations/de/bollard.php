<?php

return [
    'Please turn on JavaScript. This form checks that you are a person.' => 'Bitte schalten Sie JavaScript ein. Dieses Formular prüft, ob Sie ein Mensch sind.',
    'The check is not available at the moment. Please try again in a minute.' => 'Die Prüfung ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.',
    'The form was sent without its check. Please wait until the check is done, then send the form again.' => 'Das Formular wurde ohne seine Prüfung abgesendet. Bitte warten Sie, bis die Prüfung fertig ist, und senden Sie es dann noch einmal ab.',
    'The check has expired. Please send the form again.' => 'Die Prüfung ist abgelaufen. Bitte senden Sie das Formular noch einmal ab.',
    'We could not confirm that you are a person. Please try again.' => 'Wir konnten nicht feststellen, dass Sie ein Mensch sind. Bitte versuchen Sie es noch einmal.',
];

import type { ErrorCode } from '@loci/client';
import type { ApiErrorTexts } from '../api-error-texts.ts';

const SIGN_IN_AGAIN = 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.';
const UNAVAILABLE = 'Ein Dienst ist gerade nicht erreichbar. Versuchen Sie es gleich erneut.';
const GONE = 'Der Eintrag existiert nicht mehr.';
const FORBIDDEN = 'Dafür fehlt Ihnen die Berechtigung.';
const TOO_MANY = 'Zu viele Anfragen. Versuchen Sie es später erneut.';
const INVALID = 'Die Eingabe ist ungültig.';
const EMPTY = 'Das Feld darf nicht leer sein.';
const VALUE = 'Dieser Wert ist nicht erlaubt.';
const ID = 'Das ist keine gültige ID.';
const OWNERS = 'Nur Eigentümer dürfen das.';
const EXPORT_AGAIN = 'Exportieren Sie sie erneut und laden Sie die neue Kopie hoch.';
const REMOVE_PASSWORD = 'Entfernen Sie das Passwort und laden Sie sie erneut hoch.';
const SPLIT = 'Teilen Sie sie in kleinere Dokumente auf.';
const INACTIVE = 'Diese Version der Erinnerung ist nicht mehr aktiv. Ändern Sie die aktive Version.';

const CODES: Readonly<Record<ErrorCode | 'SIGNED_OUT', string>> = {
  SIGNED_OUT: SIGN_IN_AGAIN,
  AUTH_INVALID_CREDENTIALS: SIGN_IN_AGAIN,
  AUTH_TOKEN_EXPIRED: SIGN_IN_AGAIN,
  AUTH_TOKEN_INVALID: SIGN_IN_AGAIN,
  AUTH_UNAUTHORIZED: SIGN_IN_AGAIN,
  AUTH_INSUFFICIENT_PERMISSIONS: FORBIDDEN,
  AUTH_FORBIDDEN: FORBIDDEN,
  RES_NOT_FOUND: GONE,
  RES_MEMORY_NOT_FOUND: 'Die Erinnerung existiert nicht mehr.',
  RES_DOCUMENT_NOT_FOUND: 'Das Dokument existiert nicht mehr.',
  RES_ALREADY_EXISTS: 'Es gibt schon einen Eintrag mit diesem Namen oder dieser Adresse.',
  RES_RELATIONSHIP_EXISTS: 'Diese Beziehung gibt es schon.',
  RES_PRECONDITION_FAILED: 'Der Eintrag wurde inzwischen geändert.',
  VAL_FIELD_UNKNOWN: INVALID,
  VAL_SECRET_FOUND: 'Der Text enthält ein Geheimnis, und der Arbeitsbereich lehnt Geheimnisse ab.',
  VAL_METHOD_NOT_ALLOWED: INVALID,
  VAL_VALIDATION_FAILED: INVALID,
  VAL_FIELD_REQUIRED: 'Eine Angabe fehlt.',
  VAL_FIELD_TOO_LONG: 'Die Eingabe ist zu lang.',
  VAL_FIELD_INVALID: INVALID,
  VAL_UUID_INVALID: ID,
  VAL_ENUM_INVALID: VALUE,
  VAL_IDEMPOTENCY_KEY_INVALID: INVALID,
  VAL_IDEMPOTENCY_KEY_REUSED: 'Diese Anfrage wurde schon mit anderem Inhalt gesendet.',
  VAL_POSITION_INVALID: INVALID,
  BIZ_REQUEST_IN_PROGRESS: 'Dieselbe Anfrage wird noch bearbeitet. Warten Sie einen Moment.',
  VAL_ADDRESS_FORBIDDEN: 'Diese Adresse ist nicht erlaubt.',
  BIZ_QUOTA_EXCEEDED: 'Das Limit des Arbeitsbereichs ist erreicht.',
  BIZ_RATE_LIMIT_EXCEEDED: TOO_MANY,
  SYS_INTERNAL_ERROR: 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es gleich erneut.',
  SYS_SERVICE_UNAVAILABLE: UNAVAILABLE,
  SYS_NOT_FRESH: 'Die letzte Änderung ist noch nicht überall sichtbar. Versuchen Sie es gleich erneut.',
  SYS_BAD_GATEWAY: UNAVAILABLE,
  NOT_IMPLEMENTED: 'Diese Funktion gibt es auf diesem Server nicht.',
};

const FIELDS: Readonly<Record<string, string>> = {
  'time_zone must be the IANA name of a time zone, such as Europe/Berlin.':
    'Geben Sie eine IANA-Zeitzone an, zum Beispiel Europe/Berlin.',
  'This field is required.': EMPTY,
  'Must not be empty.': EMPTY,
  'Must not be blank.': EMPTY,
  'Must not be empty or consist of whitespace.': EMPTY,
  'Must be a string that is not blank.': EMPTY,
  'Expected {}.': VALUE,
  'Expected one of: {}.': VALUE,
  'Must be one of: {}.': VALUE,
  'Must be one of the values listed at {}.': VALUE,
  'Must be a comma-separated list of: {}.': VALUE,
  'Must be a UUID.': ID,
  'Must be at most {} characters.': 'Höchstens {0} Zeichen.',
  'Must be at most {} bytes as JSON.': 'Höchstens {0} Bytes als JSON.',
  'Must be at most {}.': 'Höchstens {0}.',
  'Must be at least {}.': 'Mindestens {0}.',
  'Must have at most {} entries.': 'Höchstens {0} Einträge.',
  'Must have at least {} entries.': 'Mindestens {0} Einträge.',
  'Must be an ISO 8601 date or date-time.': 'Das ist kein gültiges Datum.',
  'Must be between 1000-01-01 and 9999-12-31.':
    'Das Datum muss zwischen dem 1. Januar 1000 und dem 31. Dezember 9999 liegen.',
  'Must not be in the future.': 'Der Zeitpunkt darf nicht in der Zukunft liegen.',
  'Must not be after end_date.': 'Der Anfang darf nicht nach dem Ende liegen.',
  'start_date must not be after end_date.': 'Der Anfang darf nicht nach dem Ende liegen.',
  '`to` must not be before `from`.': 'Das Ende darf nicht vor dem Anfang liegen.',
  '`from` must be before `to`.': 'Der Anfang muss vor dem Ende liegen.',
  '`from` must be at most {} days before `to`.': 'Der Zeitraum darf höchstens {0} Tage lang sein.',
  'The range must be at most {} days long.': 'Der Zeitraum darf höchstens {0} Tage lang sein.',
  'valid_until must be after valid_from.': 'Das Ende der Gültigkeit muss nach ihrem Anfang liegen.',
  'first_day must be at most {} days before last_day, and not after it.':
    'Der erste Tag darf höchstens {0} Tage vor dem letzten liegen, und nicht danach.',
  '`expires_at` must be in the future.': 'Der Ablauf muss in der Zukunft liegen.',
  'expires_at must be in the future.': 'Der Ablauf muss in der Zukunft liegen.',
  'Send either expires_at or ttl_seconds.': 'Geben Sie entweder einen Zeitpunkt oder eine Dauer an.',
  'Must be the next_cursor of an earlier response of the same list in the same order.':
    'Diese Seite der Liste gibt es nicht mehr. Beginnen Sie auf der ersten Seite.',
  'Contains a secret: {}.': 'Der Text enthält ein Geheimnis.',
  '{} contains a secret ({}), and the tenant rejects secrets. Remove it.':
    'Der Text enthält ein Geheimnis, und der Arbeitsbereich lehnt Geheimnisse ab. Entfernen Sie es.',
  'The number must be finite.': 'Die Zahl ist zu groß.',
  'The text must not contain NUL characters or lone surrogates.':
    'Der Text enthält Zeichen, die nicht erlaubt sind.',
  'The request body must contain at most {} values.': 'Die Eingabe darf höchstens {0} Werte enthalten.',
  'The request body must be nested at most {} levels deep.': 'Die Eingabe ist zu tief verschachtelt.',
  'The request body must have at most {} bytes.': 'Die Eingabe darf höchstens {0} Bytes lang sein.',
  'The request body is not valid JSON.': 'Die Eingabe ist kein gültiges JSON.',
  'Required if direction_type is INVERSE_PAIRED.': EMPTY,
  '{} is required for the action {}.': 'Für diese Aktion fehlt eine Angabe.',
  'Invalid input': VALUE,
  'Invalid email address': 'Das ist keine gültige E-Mail-Adresse.',
};

const MEMORIES: Readonly<Record<string, string>> = {
  'A memory can have at most {} tags.': 'Eine Erinnerung kann höchstens {0} Tags haben.',
  'A memory can have at most {} tags. With the new tags, it would have {}.':
    'Eine Erinnerung kann höchstens {0} Tags haben. Mit den neuen Tags wären es {1}.',
  'The memory does not have the tag {}.': 'Die Erinnerung hat den Tag {0} nicht.',
  'After normalization, a tag must have 1 to 100 characters (a-z, 0-9 and hyphens).':
    'Ein Tag braucht 1 bis 100 Zeichen: Buchstaben von a bis z, Ziffern und Bindestriche.',
  'The tag has the name {} already.': 'Der Tag heißt schon {0}.',
  'A memory cannot contradict itself.': 'Eine Erinnerung kann sich nicht selbst widersprechen.',
  'A memory cannot have a relationship to itself.':
    'Eine Erinnerung kann keine Beziehung zu sich selbst haben.',
  'There is no relationship from {} to {}.': 'Diese Beziehung gibt es nicht mehr.',
  'At least one of strength, confidence, evidence, valid_from and valid_until is required.':
    'Geben Sie mindestens eine Änderung an.',
  'The memory {} is an inactive version. Use the active version instead. Its id is in details.current_memory_id, which is null if no version is active.':
    INACTIVE,
  'Version {} of the memory is inactive and cannot change. Use the active version instead. Its id is in details.current_memory_id, which is null if no version is active.':
    INACTIVE,
  'The new content equals the content of the current version.':
    'Der neue Text gleicht dem der aktuellen Version.',
  'Memories of type {} are protected. Manage them through the personality endpoints.':
    'Diese Erinnerung gehört zu den Personas. Ändern Sie sie dort.',
  'Another element changes the memory {}. Combine the changes.':
    'Eine andere Änderung betrifft dieselbe Erinnerung.',
  'Another element changes this memory.': 'Eine andere Änderung betrifft dieselbe Erinnerung.',
  'A bulk update cannot change memories to checkpoints.':
    'Mehrere Erinnerungen können nicht gemeinsam zu Kontexten werden.',
  'The suggestion {} is already resolved.': 'Über den Vorschlag wurde schon entschieden.',
  'keep_id must be the ID of one of the two memories.': 'Wählen Sie eine der beiden Erinnerungen.',
  'You already have a saved search with this name.':
    'Sie haben schon eine gespeicherte Suche mit diesem Namen.',
  'A user can have at most {} saved searches. Delete one of them.':
    'Sie können höchstens {0} Suchen speichern. Löschen Sie eine davon.',
  'The {} was changed after the client read it. Read it again, and repeat the request with its new ETag.':
    'Der Eintrag wurde inzwischen geändert. Laden Sie die Seite neu.',
  'explain cannot be combined with as_of or known_at.':
    'Für einen früheren Zeitpunkt gibt es keine Erklärung der Treffer.',
  'limit must be at most {} if explain is true.': 'Mit Erklärungen gibt es höchstens {0} Treffer.',
  'Why-not does not support as_of and known_at.':
    'Für einen früheren Zeitpunkt lässt sich nicht erklären, warum eine Erinnerung fehlt.',
};

const CONTEXTS_AND_PERSONAS: Readonly<Record<string, string>> = {
  'A checkpoint needs a name.': 'Ein Kontext braucht einen Namen.',
  'The name {} is reserved for the personality. Choose another name.':
    'Der Name {0} ist reserviert. Wählen Sie einen anderen.',
  'A checkpoint can have at most {} memories.': 'Ein Kontext kann höchstens {0} Erinnerungen enthalten.',
  'The limit of {} personas is reached. Change or delete a persona first.':
    'Das Limit von {0} Personas ist erreicht. Ändern oder löschen Sie zuerst eine Persona.',
  'The limit of {} traits is reached. Update or delete a trait first.':
    'Das Limit von {0} Anweisungen ist erreicht. Ändern oder löschen Sie zuerst eine Anweisung.',
  '{} requires the {} tier. Upgrade to {} or higher to select it.':
    'Diese Persona gehört nicht zum Tarif des Arbeitsbereichs.',
  '{} requires the {} tier or higher.': 'Diese Funktion gehört nicht zum Tarif des Arbeitsbereichs.',
  'Only users with the role owner can set organization defaults.':
    'Nur Eigentümer dürfen die Vorgaben des Arbeitsbereichs ändern.',
};

const ARTIFACTS: Readonly<Record<string, string>> = {
  'The path must start with a slash.': 'Der Pfad muss mit einem Schrägstrich beginnen.',
  'The path must have at most {} characters.': 'Der Pfad darf höchstens {0} Zeichen lang sein.',
  'The path may contain only letters, digits, hyphens, underscores, dots and slashes.':
    'Der Pfad darf nur Buchstaben von A bis Z, Ziffern, Bindestriche, Unterstriche, Punkte und Schrägstriche enthalten.',
  'The path must name a file. Remove the trailing slash.':
    'Der Pfad muss eine Datei nennen. Entfernen Sie den Schrägstrich am Ende.',
  'The path must not contain two slashes in a row.':
    'Der Pfad darf keine zwei Schrägstriche hintereinander enthalten.',
  'The path must not contain two dots in a row.': 'Der Pfad darf keine zwei Punkte hintereinander enthalten.',
  'Names of files and folders must not start with a dot.':
    'Namen von Dateien und Ordnern dürfen nicht mit einem Punkt beginnen.',
  'The path must have at most {} levels.': 'Der Pfad darf höchstens {0} Ebenen haben.',
  'The path is missing.': 'Der Pfad fehlt.',
  'There is no artifact at {}.': 'Die Datei {0} gibt es nicht.',
  '{} is a folder. Save the file under another name.':
    '{0} ist ein Ordner. Speichern Sie die Datei unter einem anderen Namen.',
  '{} is a file. Files can only be saved in folders.':
    '{0} ist eine Datei. Dateien können nur in Ordnern gespeichert werden.',
  'The content must be base64 without line breaks.': 'Die Datei ist unvollständig angekommen.',
  'The content is text. Send text with the encoding `utf-8`.': 'Die Datei ist unvollständig angekommen.',
  'The content has {} bytes. The maximum is {} bytes.':
    'Der Inhalt hat {0} Bytes. Erlaubt sind höchstens {1} Bytes.',
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  'The file is missing. Send it as the part `file` of a multipart/form-data body.': 'Die Datei fehlt.',
  'The part `file` is missing.': 'Die Datei fehlt.',
  'The request must contain only one file.': 'Laden Sie Dateien einzeln hoch.',
  'The multipart/form-data body is incomplete or malformed, or it has more than {} parts.':
    'Die Datei ist unvollständig angekommen. Laden Sie sie erneut hoch.',
  'The request must have at most {} parts.': 'Das Formular hat mehr als {0} Felder.',
  'The metadata must be a text field, not a file.': 'Die Metadaten müssen ein Text sein.',
  'The metadata is not valid JSON ({}). Send a JSON object.': 'Die Metadaten sind kein gültiges JSON.',
  'The metadata must be a JSON object.': 'Die Metadaten müssen ein JSON-Objekt sein.',
  'The metadata must have at most {} bytes of JSON.': 'Die Metadaten dürfen höchstens {0} Bytes lang sein.',
  'The file name is missing.': 'Der Dateiname fehlt.',
  'The file name must have at most {} characters.': 'Der Dateiname darf höchstens {0} Zeichen lang sein.',
  'The file name must not contain control characters.': 'Der Dateiname enthält Steuerzeichen.',
  'The file name must not contain folders.': 'Der Dateiname darf keine Ordner enthalten.',
  'The file must be at most {} bytes (20 MB).': 'Die Datei darf höchstens {0} Bytes (20 MB) groß sein.',
  'The file must be at most {} bytes.': 'Die Datei darf höchstens {0} Bytes groß sein.',
  'The upload was canceled.': 'Das Hochladen wurde abgebrochen.',
  'The upload is incomplete: {} of {} bytes have been received.':
    'Die Datei ist noch nicht vollständig: {0} von {1} Bytes sind angekommen.',
  'The upload has {} bytes. Send only its remaining bytes.':
    'Die Datei ist unvollständig angekommen. Laden Sie sie erneut hoch.',
  'The upload continues at byte {}.': 'Die Datei ist noch nicht vollständig. Setzen Sie das Hochladen fort.',
  'The client closed the connection before the end of the body.': 'Die Verbindung wurde unterbrochen.',
  'A tenant can have {} unfinished uploads with {} bytes in total. Complete or cancel uploads, or wait until they expire.':
    'Der Arbeitsbereich hat zu viele unvollständige Uploads. Setzen Sie diese fort oder brechen Sie sie ab.',
  'This file is already stored as {}.': 'Diese Datei ist schon als {0} gespeichert.',
  'The document was deleted during its upload.': 'Das Dokument wurde während des Hochladens gelöscht.',
  'The document {} has no stored file. If its upload is in progress, retry later.':
    'Die Datei des Dokuments ist nicht gespeichert. Wenn sie noch hochgeladen wird, versuchen Sie es später erneut.',
  'The range is outside of the file. Request bytes from 0 to {}.': 'Dieser Teil liegt außerhalb der Datei.',
  '{} is not supported. Upload one of {}.': 'Dieses Format wird nicht unterstützt. Möglich sind {1}.',
  'The file is empty. Upload a file with text.': 'Die Datei ist leer.',
  'The file contains no text. Upload a file with text.': 'Die Datei enthält keinen Text.',
  'The document has more than {} characters of text. Split it into smaller documents.': `Die Datei enthält mehr als {0} Zeichen Text. ${SPLIT}`,
  'The elements of the document are nested more than {} levels deep. Simplify the document.':
    'Der Inhalt ist tiefer als {0} Ebenen verschachtelt. Vereinfachen Sie das Dokument.',
  'The document is nested too deeply. Simplify its structure.':
    'Der Inhalt ist zu tief verschachtelt. Vereinfachen Sie das Dokument.',
  'The file is a ZIP archive but not an EPUB. Upload the EPUB itself.':
    'Die Datei ist ein ZIP-Archiv, aber kein EPUB. Laden Sie das EPUB selbst hoch.',
  'The EPUB has no package document. Export the book again.':
    'Das EPUB ist unvollständig. Exportieren Sie das Buch erneut.',
  'The EPUB lists no chapters. Export the book again.':
    'Das EPUB nennt keine Kapitel. Exportieren Sie das Buch erneut.',
  'The book is copy-protected. Upload a copy without copy protection.':
    'Das Buch ist kopiergeschützt. Laden Sie eine Kopie ohne Kopierschutz hoch.',
  'The main part of the file is missing. Save the file again and upload it.':
    'Der Hauptteil der Datei fehlt. Speichern Sie sie erneut und laden Sie sie hoch.',
  'The document is password-protected. Remove the password and upload it again.': `Die Datei ist mit einem Passwort geschützt. ${REMOVE_PASSWORD}`,
  'The file is password-protected. Remove the password and upload it again.': `Die Datei ist mit einem Passwort geschützt. ${REMOVE_PASSWORD}`,
  'The PDF is password-protected. Remove the password and upload it again.': `Die PDF-Datei ist mit einem Passwort geschützt. ${REMOVE_PASSWORD}`,
  'The Word document is damaged. Save it as .docx and upload the new file.':
    'Das Word-Dokument ist beschädigt. Speichern Sie es als .docx und laden Sie die neue Datei hoch.',
  'The Word document is damaged. Save it as .docx again and upload the new copy.':
    'Das Word-Dokument ist beschädigt. Speichern Sie es erneut als .docx und laden Sie die neue Kopie hoch.',
  'The file is damaged or incomplete. Export it again and upload the new copy.': `Die Datei ist beschädigt oder unvollständig. ${EXPORT_AGAIN}`,
  'The PDF is damaged or incomplete. Export it again and upload the new copy.': `Die PDF-Datei ist beschädigt oder unvollständig. ${EXPORT_AGAIN}`,
  'The pages of the PDF are damaged. Export it again and upload the new copy.': `Die Seiten der PDF-Datei sind beschädigt. ${EXPORT_AGAIN}`,
  'The file is incomplete: the part {} is missing. Export it again and upload the new copy.': `Die Datei ist unvollständig: Der Teil {0} fehlt. ${EXPORT_AGAIN}`,
  'Parsing the document takes too much memory. Split it into smaller documents.': `Die Datei braucht beim Lesen zu viel Speicher. ${SPLIT}`,
  'Parsing the document takes more than {} seconds. Split it into smaller documents.': `Das Lesen der Datei dauert länger als {0} Sekunden. ${SPLIT}`,
  'The file is not valid JSON: {} in line {}. Correct it, or upload it as .txt.':
    'Die Datei ist kein gültiges JSON (Zeile {1}). Korrigieren Sie sie, oder laden Sie sie als .txt hoch.',
  'The file is not valid YAML{} ({}). Correct it, or upload it as .txt.':
    'Die Datei ist kein gültiges YAML. Korrigieren Sie sie, oder laden Sie sie als .txt hoch.',
  'The PDF has {} pages. Split it into documents of at most {} pages.':
    'Die PDF-Datei hat {0} Seiten. Teilen Sie sie in Dokumente von höchstens {1} Seiten auf.',
  'The PDF contains no text. If it is a scan, run text recognition (OCR) and upload the result.':
    'Die PDF-Datei enthält keinen Text. Wenn sie ein Scan ist, wenden Sie Texterkennung (OCR) an und laden Sie das Ergebnis hoch.',
  'The file is password-protected, or it is in the older .doc format. Remove the password, or upload it as .doc.':
    'Die Datei ist mit einem Passwort geschützt, oder sie hat das ältere Format .doc. Entfernen Sie das Passwort, oder laden Sie sie als .doc hoch.',
  'The file is password-protected, or it is in the older .ppt format. Remove the password, or save it as .pptx.':
    'Die Datei ist mit einem Passwort geschützt, oder sie hat das ältere Format .ppt. Entfernen Sie das Passwort, oder speichern Sie sie als .pptx.',
  'The file is password-protected, or it is in the older .xls format. Remove the password, or save it as .xlsx.':
    'Die Datei ist mit einem Passwort geschützt, oder sie hat das ältere Format .xls. Entfernen Sie das Passwort, oder speichern Sie sie als .xlsx.',
  'The file has the extension {} but contains {}. Upload it with the correct extension, or convert it.':
    'Der Inhalt der Datei passt nicht zur Endung {0}. Laden Sie sie mit der richtigen Endung hoch, oder wandeln Sie sie um.',
  'The content of the file does not match the extension {}. Check that the file is complete.':
    'Der Inhalt der Datei passt nicht zur Endung {0}. Prüfen Sie, ob die Datei vollständig ist.',
  'The archive contains more than {} files. Split it into smaller documents.': `Die Datei enthält mehr als {0} einzelne Dateien. ${SPLIT}`,
  'The unpacked file has more than {} bytes. Split it into smaller documents.': `Die entpackte Datei hat mehr als {0} Bytes. ${SPLIT}`,
  'The unpacked file is more than {} times larger than the file. Save it again.':
    'Die entpackte Datei ist mehr als {0}-mal so groß wie die Datei. Speichern Sie sie erneut.',
};

const PEOPLE_AND_ACCESS: Readonly<Record<string, string>> = {
  'API keys, members and the tenant can only be managed in the portal. Sign in there.': FORBIDDEN,
  'Only owners can manage the tenant and its members.': OWNERS,
  'Only owners can erase the data of other users.':
    'Nur Eigentümer dürfen die Daten anderer Personen löschen.',
  'Only owners can read the audit log.': 'Nur Eigentümer dürfen das Protokoll lesen.',
  'Only owners can see who read a memory.': 'Nur Eigentümer dürfen sehen, wer eine Erinnerung gelesen hat.',
  'Only owners can change whether reads are recorded.': OWNERS,
  'Only owners can change the retention defaults.': OWNERS,
  'Only owners can change the secret filter.': OWNERS,
  'Only owners can manage webhooks.': 'Nur Eigentümer dürfen Webhooks verwalten.',
  'You do not have the permission `{}`, so your API key cannot have it. Remove it from `permissions`.':
    'Sie haben eine dieser Berechtigungen selbst nicht. Entfernen Sie sie aus dem API-Schlüssel.',
  'You do not have the permission {}, which this operation requires.': FORBIDDEN,
  'The API key does not have the permission {}. Use another API key.': FORBIDDEN,
  'The access token does not have the scope {}. Authorize again with this scope.': FORBIDDEN,
  'Each memory type can occur once.': 'Jede Art von Erinnerung darf nur einmal vorkommen.',
  'confirm must be equal to user_id.': 'Die Bestätigung stimmt nicht.',
  'A tenant can start at most {} erasures in 24 hours.':
    'Ein Arbeitsbereich kann in 24 Stunden höchstens {0} Löschungen beginnen.',
  'The erasure {} of this user is still running.': 'Die Daten dieser Person werden schon gelöscht.',
  'The tenant has {} open invitations. Withdraw one first.':
    'Der Arbeitsbereich hat {0} offene Einladungen. Ziehen Sie zuerst eine zurück.',
  'This is not the name. Upper and lower case matter.':
    'Das ist nicht der Name. Achten Sie auf Groß- und Kleinschreibung.',
  'Too many wrong passwords. Retry in {} s.':
    'Zu viele falsche Passwörter. Versuchen Sie es in {0} Sekunden erneut.',
  'The password is incorrect.': 'Das Passwort ist falsch.',
  'The password must have at least {} characters.': 'Das Passwort braucht mindestens {0} Zeichen.',
  'No deletion of a tenant has this token.': 'Diese Löschung gibt es nicht.',
  'Send at least one of `name` and `tier`.': 'Geben Sie mindestens eine Änderung an.',
  'The email address has an account with another password.':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto mit einem anderen Passwort.',
  'The service user cannot be changed or removed.':
    'Das Dienstkonto kann nicht geändert oder entfernt werden.',
  'The user is the last owner. Make another member an owner first.':
    'Das ist der letzte Eigentümer. Machen Sie zuerst ein anderes Mitglied zum Eigentümer.',
  'Too many requests from your network. Retry in {} s.':
    'Zu viele Anfragen aus Ihrem Netzwerk. Versuchen Sie es in {0} Sekunden erneut.',
  'The limit of {} requests per minute is exceeded. Retry in {} s.':
    'Das Limit von {0} Anfragen pro Minute ist überschritten. Versuchen Sie es in {1} Sekunden erneut.',
  'The webhook URL must be an absolute URL with HTTPS.':
    'Die URL muss vollständig sein und mit https:// beginnen.',
  'The webhook URL must use HTTPS.': 'Die URL muss mit https:// beginnen.',
  'The webhook URL must not contain a user name, a password or a fragment.':
    'Die URL darf keinen Benutzernamen, kein Passwort und kein Fragment enthalten.',
  'The host of the webhook has an address that is not allowed.':
    'Der Host der URL hat eine Adresse, die nicht erlaubt ist.',
  'The host of the webhook cannot be resolved.': 'Der Host der URL ist unbekannt.',
  'A tenant can have at most {} webhooks.': 'Ein Arbeitsbereich kann höchstens {0} Webhooks haben.',
  'The range contains more than {} messages. Replay shorter ranges, one after the other.':
    'Der Zeitraum enthält mehr als {0} Nachrichten. Senden Sie kürzere Zeiträume nacheinander erneut.',
};

/** German translations of the error messages of the API. */
export const apiErrors: ApiErrorTexts = {
  numbers: 'de',
  codes: CODES,
  otherCode: 'Die Anfrage wurde abgelehnt.',
  otherField: VALUE,
  messages: {
    'The page has expired. Reload it.': 'Die Seite ist abgelaufen. Laden Sie sie neu.',
    'Your session has ended. Sign in again.': SIGN_IN_AGAIN,
    'No {} has the id {}.': GONE,
    'The {} {} already exists.': CODES.RES_ALREADY_EXISTS,
    ...FIELDS,
    ...MEMORIES,
    ...CONTEXTS_AND_PERSONAS,
    ...ARTIFACTS,
    ...DOCUMENTS,
    ...PEOPLE_AND_ACCESS,
  },
};

/**
 * Sentences of letters, forms, tickets, chats and reports, by language and by the locales whose names
 * fit in. `{n}` is a full name, `{g}` a given name, `{s}` a surname, `{c}` a city, `{o}` a company;
 * `{d}` is a date and `{#}` a number. What stands in none of them is no name.
 */
export interface Templates {
  readonly locales: readonly string[];
  readonly lines: string;
}

export const TEMPLATES: Readonly<Record<string, Templates>> = {
  en: {
    locales: ['en', 'en_GB', 'en_IE', 'en_US'],
    lines: `
Dear Mr {s},|Dear {g},\\nthank you for your message of {d}.|Hi {g}, can you call {n} back?|Best regards,\\n{n}|Kind regards\\n{g}|Sincerely,\\n{n}\\n{o}
Name: {n}|Patient: {n}, born {d} in {c}|Customer: {n}\\nCity: {c}|From: {n} <mail@example.com>\\nTo: {n}\\nSubject: Monthly Report|Contact person: {n}, {o}
My name is {n} and I live in {c}.|This agreement is made between {o} and {n}, resident in {c}.|{n} works for {o} in {c}.|Our colleague {n} will be out until Monday.
{s} said the figures for March were better than expected.|According to Dr. {s}, the patient recovered.|The meeting with {g} and {g} is on Friday.|{n} ({#}) was elected chairman.
Could you ask {g} about the invoice?|I spoke to Mrs {s} about the Terms and Conditions.|{g}'s laptop is broken.|Please forward the Project Plan to the Finance Team in {c}.|Attendees: {n}, {n}, {n}
The Annual Report 2024 describes Key Performance Indicators.|Release Notes for Version 2.3: Bug Fixes and Improvements|Ticket {#} assigned to {n}|User {n} logged in at {d}.|{n}: hello, is anyone there?|Prof. {s} teaches in {c}.`,
  },
  de: {
    locales: ['de', 'de_AT', 'de_CH'],
    lines: `
Sehr geehrter Herr {s},|Sehr geehrte Frau Dr. {s},|Liebe {g},\\nvielen Dank für deine Nachricht vom {d}.|Hallo {g}, kannst du {n} zurückrufen?|Mit freundlichen Grüßen\\n{n}|Viele Grüße\\n{g}|Beste Grüße,\\n{n}\\n{o}
Name: {n}|Patientin: {n}, geboren am {d} in {c}|Kunde: {n}\\nOrt: {c}|Von: {n}\\nAn: {n}\\nBetreff: Monatsbericht März|Ansprechpartner: {n}, {o}|Nachname: {s}\\nVorname: {g}
Mein Name ist {n} und ich wohne in {c}.|Ich heiße {n}.|Zwischen der {o} und {n}, wohnhaft in {c}, wird folgender Vertrag geschlossen.|{n} arbeitet bei der {o} in {c}.|Unsere Kollegin {n} ist bis Montag im Urlaub.
{s} sagte, die Zahlen für März seien besser als erwartet.|Laut Dr. {s} geht es dem Patienten gut.|Der Termin mit {g} und {g} ist am Freitag.|{n} ({#}) wurde zum Vorsitzenden gewählt.|Der Antrag von {n} wurde abgelehnt.
Kannst du {g} wegen der Rechnung fragen?|Ich habe mit Frau {s} über die Allgemeinen Geschäftsbedingungen gesprochen.|Bitte leite den Projektplan an die Abteilung Einkauf in {c} weiter.|Teilnehmer: {n}, {n}, {n}|Die Verwaltung der Gemeinde prüft den Bebauungsplan.
Der Geschäftsbericht enthält die Kennzahlen der Sparten Energie und Verkehr.|Vorgang {#} wurde {n} zugewiesen|Herr {s} aus {c} bittet um Rückruf.|{n}: hallo, ist jemand da?|Prof. {s} lehrt an der Technischen Universität.|Die Wohnung in der Hauptstraße hat zwei Zimmer und einen Balkon.|Die Ministerin {n} besuchte {c}.`,
  },
  fr: {
    locales: ['fr', 'fr_BE', 'fr_CH', 'fr_LU'],
    lines: `
Monsieur {s},|Chère {g},\\nmerci pour votre message du {d}.|Bonjour {g}, peux-tu rappeler {n} ?|Cordialement,\\n{n}|Bien à vous\\n{g}|Veuillez agréer mes salutations distinguées.\\n{n}\\n{o}
Nom : {n}|Patiente : {n}, née le {d} à {c}|Client : {n}\\nVille : {c}|De : {n}\\nÀ : {n}\\nObjet : Rapport mensuel|Nom : {s}\\nPrénom : {g}|Contact : {n}, {o}
Je m'appelle {n} et j'habite à {c}.|Entre la société {o} et {n}, demeurant à {c}, il est convenu ce qui suit.|{n} travaille chez {o} à {c}.|Notre collègue {n} est absente jusqu'à lundi.
{s} a déclaré que les chiffres de mars étaient meilleurs.|Selon le docteur {s}, le patient va mieux.|La réunion avec {g} et {g} a lieu vendredi.|{n} ({#} ans) a été élu président.|L'avis de {s} est attendu.|Le dossier d'{g} est complet.
Peux-tu demander à {g} pour la facture ?|J'ai parlé à Mme {s} des Conditions générales de vente.|Le Conseil d'administration se réunit à {c}.|Participants : {n}, {n}, {n}|Le Rapport annuel présente les Indicateurs clés.|Ticket {#} attribué à {n}|M. {s} habite {c}.|Me {s} défend la société {o}.|Le maire de {c}, {n}, a inauguré la Maison des associations.`,
  },
  es: {
    locales: ['es'],
    lines: `
Estimado señor {s}:|Querida {g}:\\nGracias por su mensaje del {d}.|Hola {g}, ¿puedes llamar a {n}?|Atentamente,\\n{n}|Un saludo,\\n{g}|Saludos cordiales\\n{n}\\n{o}
Nombre: {n}|Paciente: {n}, nacida el {d} en {c}|Cliente: {n}\\nCiudad: {c}|De: {n}\\nPara: {n}\\nAsunto: Informe mensual|Nombre: {g}\\nApellidos: {s} {s}|Contacto: {n}, {o}|Médico: {n} {s}
Me llamo {n} y vivo en {c}.|Entre la empresa {o} y {n} {s}, con domicilio en {c}, se acuerda lo siguiente.|{n} trabaja en {o} en {c}.|Nuestra compañera {n} está de baja hasta el lunes.|Remitido por: Dra. {n} {s}
{s} dijo que las cifras de marzo eran mejores.|Según el doctor {s}, el paciente mejora.|La reunión con {g} y {g} es el viernes.|{n} ({#} años) fue elegido presidente.|El informe de {n} llegó ayer.
¿Puedes preguntar a {g} por la factura?|Hablé con la señora {s} sobre las Condiciones Generales.|Asistentes: {n}, {n}, {n}|El Informe Anual presenta los Indicadores Clave.|Incidencia {#} asignada a {n}|D. {n} {s}, vecino de {c}.|Don {g} y doña {g} firmaron el contrato.|Responsable clínico: Dr. {n} {s}\\nServicio de Medicina Interna\\n{c}|Hospital General de {c}|El alcalde de {c}, {n}, inauguró la Casa de Cultura.`,
  },
  it: {
    locales: ['it'],
    lines: `
Gentile signor {s},|Cara {g},\\ngrazie per il messaggio del {d}.|Ciao {g}, puoi richiamare {n}?|Cordiali saluti,\\n{n}|Un saluto\\n{g}|Distinti saluti\\n{n}\\n{o}
Nome: {n}|Paziente: {n}, nata il {d} a {c}|Cliente: {n}\\nCittà: {c}|Da: {n}\\nA: {n}\\nOggetto: Rapporto mensile|Cognome: {s}\\nNome: {g}|Referente: {n}, {o}
Mi chiamo {n} e abito a {c}.|Tra la società {o} e {n}, residente a {c}, si conviene quanto segue.|{n} lavora presso {o} a {c}.|La nostra collega {n} è assente fino a lunedì.
{s} ha detto che i dati di marzo sono migliori.|Secondo il dottor {s}, il paziente sta meglio.|La riunione con {g} e {g} è venerdì.|{n} ({#} anni) è stato eletto presidente.|Il parere dell'avvocato {s} è atteso.
Puoi chiedere a {g} della fattura?|Ho parlato con la signora {s} delle Condizioni Generali.|Partecipanti: {n}, {n}, {n}|Il Bilancio Annuale presenta gli Indicatori principali.|Richiesta {#} assegnata a {n}|Il sig. {s} abita a {c}.|Il sindaco di {c}, {n}, ha inaugurato la Casa della Cultura.|L'Ufficio Acquisti si trova a {c}.`,
  },
  nl: {
    locales: ['nl', 'nl_BE'],
    lines: `
Geachte heer {s},|Beste {g},\\nbedankt voor je bericht van {d}.|Hallo {g}, kun je {n} terugbellen?|Met vriendelijke groet,\\n{n}|Groeten\\n{g}|Hoogachtend,\\n{n}\\n{o}
Naam: {n}|Patiënt: {n}, geboren op {d} te {c}|Klant: {n}\\nPlaats: {c}|Van: {n}\\nAan: {n}\\nOnderwerp: Maandrapport|Achternaam: {s}\\nVoornaam: {g}|Contactpersoon: {n}, {o}
Mijn naam is {n} en ik woon in {c}.|Ik heet {n}.|Tussen {o} en {n}, wonende te {c}, is het volgende overeengekomen.|{n} werkt bij {o} in {c}.|Onze collega {n} is tot maandag afwezig.
{s} zei dat de cijfers van maart beter waren.|Volgens dokter {s} gaat het goed met de patiënt.|De vergadering met {g} en {g} is op vrijdag.|{n} ({#}) werd tot voorzitter gekozen.|De aanvraag van {n} is afgewezen.|Jan van {s} en {g} de {s} komen uit {c}.
Kun je {g} naar de factuur vragen?|Ik sprak met mevrouw {s} over de Algemene Voorwaarden.|Aanwezig: {n}, {n}, {n}|Het Jaarverslag bevat de belangrijkste Cijfers.|Melding {#} toegewezen aan {n}|Dhr. {s} woont in {c}.|De burgemeester van {c}, {n}, opende het Cultuurhuis.|mr. {s} verdedigt {o}.`,
  },
  pl: {
    locales: ['pl'],
    lines: `
Szanowny Panie {s},|Droga {g},\\ndziękuję za wiadomość z dnia {d}.|Cześć {g}, czy możesz oddzwonić do {n}?|Z poważaniem,\\n{n}|Pozdrawiam\\n{g}|Z wyrazami szacunku\\n{n}\\n{o}
Imię i nazwisko: {n}|Pacjentka: {n}, urodzona {d} w {c}|Klient: {n}\\nMiasto: {c}|Od: {n}\\nDo: {n}\\nTemat: Raport miesięczny|Nazwisko: {s}\\nImię: {g}|Osoba kontaktowa: {n}, {o}
Nazywam się {n} i mieszkam w {c}.|Umowa zawarta między {o} a {n}, zamieszkałym w {c}.|{n} pracuje w {o} w {c}.|Nasza koleżanka {n} jest na urlopie do poniedziałku.
{s} powiedział, że wyniki za marzec są lepsze.|Zdaniem doktora {s} pacjent czuje się lepiej.|Spotkanie z {g} i {g} jest w piątek.|{n} ({#} l.) został wybrany na przewodniczącego.
Czy możesz zapytać {g} o fakturę?|Rozmawiałem z panią {s} o Regulaminie Świadczenia Usług.|Obecni: {n}, {n}, {n}|Raport Roczny zawiera Kluczowe Wskaźniki.|Zgłoszenie {#} przypisano do {n}|Pan {s} mieszka w {c}.|Burmistrz miasta {c}, {n}, otworzył Dom Kultury.|Lek. {n} przyjmuje w poniedziałki.`,
  },
  pt: {
    locales: ['pt_PT', 'pt_BR'],
    lines: `
Exmo. Senhor {s},|Cara {g},\\nobrigado pela sua mensagem de {d}.|Olá {g}, podes ligar a {n}?|Atenciosamente,\\n{n}|Cumprimentos\\n{g}|Com os melhores cumprimentos,\\n{n}\\n{o}
Nome: {n}|Paciente: {n}, nascida em {d} em {c}|Cliente: {n}\\nCidade: {c}|De: {n}\\nPara: {n}\\nAssunto: Relatório mensal|Apelido: {s}\\nNome: {g}|Contacto: {n}, {o}
Chamo-me {n} e moro em {c}.|Entre a empresa {o} e {n} da {s}, residente em {c}, é acordado o seguinte.|{n} trabalha na {o} em {c}.|A nossa colega {n} está de férias até segunda-feira.
{s} disse que os números de março foram melhores.|Segundo o doutor {s}, o paciente está melhor.|A reunião com {g} e {g} é na sexta-feira.|{n} ({#} anos) foi eleito presidente.|O processo de {n} dos {s} foi arquivado.
Podes perguntar à {g} pela fatura?|Falei com a senhora {s} sobre as Condições Gerais.|Presentes: {n}, {n}, {n}|O Relatório Anual apresenta os Indicadores principais.|Pedido {#} atribuído a {n}|O Sr. {s} mora em {c}.|APELANTE: {n} DA {s}\\nRELATOR: DES. {n}|O Desembargador {n} de {s} negou provimento ao Recurso Especial.`,
  },
  sv: {
    locales: ['sv'],
    lines: `
Hej {g},\\ntack för ditt meddelande den {d}.|Bästa {g}, kan du ringa {n}?|Med vänliga hälsningar\\n{n}|Hälsningar,\\n{g}|Vänligen\\n{n}\\n{o}|Namn: {n}|Patient: {n}, född {d} i {c}|Kund: {n}\\nOrt: {c}|Från: {n}\\nTill: {n}\\nÄmne: Månadsrapport
Jag heter {n} och bor i {c}.|Avtal mellan {o} och {n}, bosatt i {c}.|{n} arbetar på {o} i {c}.|Vår kollega {n} är ledig till måndag.|{s} sade att siffrorna för mars var bättre.|Enligt doktor {s} mår patienten bra.|Mötet med {g} och {g} är på fredag.|{n} ({#}) valdes till ordförande.
Kan du fråga {g} om fakturan?|Närvarande: {n}, {n}, {n}|Årsredovisningen innehåller Nyckeltal.|Ärende {#} tilldelat {n}`,
  },
  da: {
    locales: ['da'],
    lines: `
Kære {g},\\ntak for din besked af {d}.|Hej {g}, kan du ringe til {n}?|Med venlig hilsen\\n{n}|Hilsen,\\n{g}|Venlig hilsen\\n{n}\\n{o}|Navn: {n}|Patient: {n}, født {d} i {c}|Kunde: {n}\\nBy: {c}|Fra: {n}\\nTil: {n}\\nEmne: Månedsrapport
Jeg hedder {n} og bor i {c}.|Aftale mellem {o} og {n}, bosat i {c}.|{n} arbejder hos {o} i {c}.|{s} sagde, at tallene for marts var bedre.|Ifølge læge {s} har patienten det godt.|Mødet med {g} og {g} er på fredag.|{n} ({#}) blev valgt til formand.
Kan du spørge {g} om fakturaen?|Til stede: {n}, {n}, {n}|Sag {#} tildelt {n}|Hr. {s} bor i {c}.`,
  },
  nb: {
    locales: ['nb_NO'],
    lines: `
Kjære {g},\\ntakk for meldingen av {d}.|Hei {g}, kan du ringe {n}?|Med vennlig hilsen\\n{n}|Hilsen,\\n{g}|Navn: {n}|Pasient: {n}, født {d} i {c}|Kunde: {n}\\nSted: {c}|Fra: {n}\\nTil: {n}\\nEmne: Månedsrapport
Jeg heter {n} og bor i {c}.|Avtale mellom {o} og {n}, bosatt i {c}.|{n} jobber hos {o} i {c}.|{s} sa at tallene for mars var bedre.|Ifølge lege {s} har pasienten det bra.|Møtet med {g} og {g} er på fredag.|{n} ({#}) ble valgt til leder.
Kan du spørre {g} om fakturaen?|Til stede: {n}, {n}, {n}|Sak {#} tildelt {n}|Hr. {s} bor i {c}.`,
  },
  fi: {
    locales: ['fi'],
    lines: `
Hyvä {n},|Hei {g},\\nkiitos viestistäsi {d}.|Ystävällisin terveisin\\n{n}|Terveisin,\\n{g}|Nimi: {n}|Potilas: {n}, syntynyt {d}, {c}|Asiakas: {n}\\nKaupunki: {c}|Lähettäjä: {n}\\nVastaanottaja: {n}\\nAihe: Kuukausiraportti
Nimeni on {n} ja asun kaupungissa {c}.|Sopimus, jonka osapuolet ovat {o} ja {n}, {c}.|{n} työskentelee yrityksessä {o}.|{s} sanoi, että maaliskuun luvut olivat parempia.|Tohtori {s} mukaan potilas voi hyvin.|Tapaaminen, jossa ovat {g} ja {g}, on perjantaina.|{n} ({#}) valittiin puheenjohtajaksi.
Voitko kysyä laskusta, {g}?|Läsnä: {n}, {n}, {n}|Tapaus {#}: {n}|Herra {s} asuu kaupungissa {c}.`,
  },
  cs: {
    locales: ['cs_CZ'],
    lines: `
Vážený pane {s},|Milá {g},\\nděkuji za zprávu ze dne {d}.|Ahoj {g}, můžeš zavolat {n}?|S pozdravem\\n{n}|S úctou,\\n{n}\\n{o}|Zdraví {g}|Jméno: {n}|Pacientka: {n}, narozená {d}, {c}|Zákazník: {n}\\nMěsto: {c}|Od: {n}\\nKomu: {n}\\nPředmět: Měsíční zpráva|Příjmení: {s}\\nJméno: {g}
Jmenuji se {n} a bydlím ve městě {c}.|Smlouva mezi {o} a {n}, bytem {c}.|{n} pracuje ve firmě {o}.|Kolegyně {n} má do pondělí dovolenou.|{s} řekl, že čísla za březen jsou lepší.|Podle doktora {s} se pacient cítí lépe.|Schůzka s {g} a {g} je v pátek.|{n} ({#}) byl zvolen předsedou.
Můžeš se zeptat {g} na fakturu?|Přítomni: {n}, {n}, {n}|Požadavek {#} přidělen: {n}|Výroční zpráva obsahuje Klíčové ukazatele.|Paní {s} bydlí v ulici Dlouhá.|MUDr. {n} ordinuje v pondělí.|Starosta města {c} {n} otevřel Dům kultury.`,
  },
  sk: {
    locales: ['sk'],
    lines: `
Vážený pán {s},|Milá {g},\\nďakujem za správu zo dňa {d}.|Ahoj {g}, môžeš zavolať {n}?|S pozdravom\\n{n}|S úctou,\\n{n}\\n{o}|Meno: {n}|Pacientka: {n}, narodená {d}, {c}|Zákazník: {n}\\nMesto: {c}|Od: {n}\\nKomu: {n}\\nPredmet: Mesačná správa|Priezvisko: {s}\\nMeno: {g}
Volám sa {n} a bývam v meste {c}.|Zmluva medzi {o} a {n}, bytom {c}.|{n} pracuje vo firme {o}.|{s} povedal, že čísla za marec sú lepšie.|Podľa doktora {s} sa pacient cíti lepšie.|Stretnutie s {g} a {g} je v piatok.|{n} ({#}) bol zvolený za predsedu.|Pani {s} býva v meste {c}.|Prítomní: {n}, {n}, {n}`,
  },
  ro: {
    locales: ['ro'],
    lines: `
Stimate domnule {s},|Dragă {g},\\nmulțumesc pentru mesajul din {d}.|Bună {g}, poți să o suni pe {n}?|Cu stimă,\\n{n}|Cu respect\\n{n}\\n{o}|Nume: {n}|Pacient: {n}, născut la {d} în {c}|Client: {n}\\nOraș: {c}|De la: {n}\\nCătre: {n}\\nSubiect: Raport lunar|Nume: {s}\\nPrenume: {g}
Mă numesc {n} și locuiesc în {c}.|Contract între {o} și {n}, domiciliat în {c}.|{n} lucrează la {o} în {c}.|Colega noastră {n} este în concediu până luni.|{s} a spus că cifrele din martie sunt mai bune.|Potrivit doctorului {s}, pacientul se simte mai bine.|Întâlnirea cu {g} și {g} este vineri.|{n} ({#} ani) a fost ales președinte.
Poți să o întrebi pe {g} despre factură?|Prezenți: {n}, {n}, {n}|Raportul Anual prezintă Indicatorii principali.|Solicitarea {#} a fost atribuită lui {n}|Dl {s} locuiește în {c}.|Primarul orașului {c}, {n}, a deschis Casa de Cultură.`,
  },
  el: {
    locales: ['el'],
    lines: `
Αγαπητέ κύριε {s},|Αγαπητή {g},\\nευχαριστώ για το μήνυμά σας της {d}.|Γεια σου {g}, μπορείς να καλέσεις τον {n};|Με εκτίμηση,\\n{n}|Φιλικά\\n{g}|Με τιμή\\n{n}\\n{o}|Ονοματεπώνυμο: {n}|Ασθενής: {n}, γεννήθηκε {d}, {c}|Πελάτης: {n}\\nΠόλη: {c}|Από: {n}\\nΠρος: {n}\\nΘέμα: Μηνιαία αναφορά|Επώνυμο: {s}\\nΌνομα: {g}
Με λένε {n} και μένω στην πόλη {c}.|Μεταξύ της {o} και του {n}, κατοίκου {c}, συμφωνούνται τα εξής.|Ο {n} εργάζεται στην {o}.|Η συνάδελφος {n} λείπει μέχρι τη Δευτέρα.|Ο {s} είπε ότι τα στοιχεία του Μαρτίου ήταν καλύτερα.|Σύμφωνα με τον γιατρό {s}, ο ασθενής είναι καλά.|Η συνάντηση με την {g} και τον {g} είναι την Παρασκευή.|Ο {n} ({#}) εξελέγη πρόεδρος.
Μπορείς να ρωτήσεις την {g} για το τιμολόγιο;|Παρόντες: {n}, {n}, {n}|Η Ετήσια Έκθεση παρουσιάζει τους Δείκτες.|Το αίτημα {#} ανατέθηκε: {n}|Η κυρία {s} μένει στην οδό Ερμού.|Ο δήμαρχος {n} επισκέφθηκε το Πολιτιστικό Κέντρο.|Η Αθήνα και η Θεσσαλονίκη έχουν Πανεπιστήμιο.`,
  },
  hu: {
    locales: ['hu'],
    lines: `
Tisztelt {s} Úr!|Kedves {g}!\\nKöszönöm a {d} napi levelét.|Szia {g}, vissza tudnád hívni: {n}?|Üdvözlettel:\\n{n}|Tisztelettel\\n{n}\\n{o}|Név: {n}|Beteg: {n}, született {d}, {c}|Ügyfél: {n}\\nVáros: {c}|Feladó: {n}\\nCímzett: {n}\\nTárgy: Havi jelentés|Vezetéknév: {s}\\nKeresztnév: {g}
A nevem {n}, és {c} városában lakom.|Szerződés a(z) {o} és {n}, {c} lakos között.|{n} a(z) {o} munkatársa.|{s} azt mondta, hogy a márciusi számok jobbak.|Dr. {s} szerint a beteg jobban van.|A találkozó pénteken lesz, jön {g} és {g} is.|{n} ({#}) lett az elnök.|{n} elmondta, hogy elégedett.|Jelen vannak: {n}, {n}, {n}|A(z) {#} számú ügy felelőse {n}|Az Éves Jelentés a Főbb Mutatókat tartalmazza.`,
  },
  hr: {
    locales: ['hr', 'sr_RS_latin'],
    lines: `
Poštovani gospodine {s},|Draga {g},\\nhvala na poruci od {d}.|Bok {g}, možeš li nazvati {n}?|S poštovanjem,\\n{n}|Lijep pozdrav\\n{g}|Srdačan pozdrav\\n{n}\\n{o}|Ime i prezime: {n}|Pacijentica: {n}, rođena {d}, {c}|Klijent: {n}\\nGrad: {c}|Od: {n}\\nPrima: {n}\\nPredmet: Mjesečno izvješće|Prezime: {s}\\nIme: {g}
Zovem se {n} i živim u gradu {c}.|Ugovor između {o} i {n}, {c}.|{n} radi u tvrtki {o}.|{s} je rekao da su brojke za ožujak bolje.|Prema riječima doktora {s} pacijent je dobro.|Sastanak s {g} i {g} je u petak.|{n} ({#}) izabran je za predsjednika.|Gospođa {s} živi u gradu {c}.|Prisutni: {n}, {n}, {n}|Godišnje izvješće sadrži Ključne pokazatelje.`,
  },
  sl: {
    locales: ['hr'],
    lines: `
Spoštovani gospod {s},|Draga {g},\\nhvala za sporočilo z dne {d}.|Lep pozdrav\\n{n}|S spoštovanjem,\\n{n}\\n{o}|Ime in priimek: {n}|Pacientka: {n}, rojena {d}, {c}|Stranka: {n}\\nKraj: {c}|Pošiljatelj: {n}\\nPrejemnik: {n}\\nZadeva: Mesečno poročilo
Ime mi je {n} in živim v mestu {c}.|Pogodba med {o} in {n}, {c}.|{n} dela v podjetju {o}.|{s} je povedal, da so številke za marec boljše.|Po mnenju doktorja {s} je bolnik dobro.|Sestanek z {g} in {g} je v petek.|{n} ({#}) je bil izvoljen za predsednika.|Gospa {s} živi v mestu {c}.|Prisotni: {n}, {n}, {n}`,
  },
  bg: {
    locales: ['uk'],
    lines: `
Уважаеми господин {s},|Скъпа {g},\\nблагодаря за съобщението от {d}.|Здравей {g}, можеш ли да се обадиш на {n}?|С уважение,\\n{n}|Поздрави\\n{g}|С уважение\\n{n}\\n{o}|Име: {n}|Пациент: {n}, роден на {d} в {c}|Клиент: {n}\\nГрад: {c}|От: {n}\\nДо: {n}\\nТема: Месечен отчет|Фамилия: {s}\\nИме: {g}
Казвам се {n} и живея в {c}.|Договор между {o} и {n}, жител на {c}.|{n} работи в {o} в {c}.|{s} каза, че данните за март са по-добри.|Според доктор {s} пациентът е добре.|Срещата с {g} и {g} е в петък.|{n} ({#}) беше избран за председател.|Г-жа {s} живее в {c}.|Присъстващи: {n}, {n}, {n}|Годишният отчет съдържа Основни показатели.|Кметът на {c} {n} откри Дома на културата.`,
  },
  et: {
    locales: ['fi'],
    lines: `
Lugupeetud härra {s},|Kallis {g},\\naitäh kirja eest ({d}).|Tere {g}, kas saad helistada: {n}?|Lugupidamisega\\n{n}|Tervitades,\\n{g}|Nimi: {n}|Patsient: {n}, sündinud {d}, {c}|Klient: {n}\\nLinn: {c}|Saatja: {n}\\nSaaja: {n}\\nTeema: Kuuaruanne|Perekonnanimi: {s}\\nEesnimi: {g}
Minu nimi on {n} ja ma elan linnas {c}.|Leping: {o} ja {n}, {c}.|{n} töötab ettevõttes {o}.|{s} ütles, et märtsi numbrid olid paremad.|Doktor {s} sõnul on patsiendil parem.|Kohtumine on reedel, tulevad {g} ja {g}.|{n} ({#}) valiti esimeheks.|Proua {s} elab linnas {c}.|Kohal: {n}, {n}, {n}`,
  },
  lv: {
    locales: ['lv'],
    lines: `
Cienījamais {s} kungs!|Cienījamā {s} kundze!|Labdien, {g}!\\nPaldies par vēstuli ({d}).|Ar cieņu\\n{n}|Sveicieniem,\\n{g}|Vārds, uzvārds: {n}|Pacients: {n}, dzimis {d}, {c}|Klients: {n}\\nPilsēta: {c}|No: {n}\\nKam: {n}\\nTemats: Mēneša pārskats|Uzvārds: {s}\\nVārds: {g}
Mani sauc {n}, es dzīvoju pilsētā {c}.|Līgums starp {o} un {n}, {c}.|{n} strādā uzņēmumā {o}.|{s} teica, ka marta skaitļi ir labāki.|Pēc ārsta {s} domām pacients jūtas labi.|Tikšanās ar {g} un {g} ir piektdien.|{n} ({#}) tika ievēlēts par priekšsēdētāju.|Klāt: {n}, {n}, {n}`,
  },
  lt: {
    locales: ['lv'],
    lines: `
Gerbiamas pone {s},|Miela {g},\\načiū už laišką ({d}).|Labas {g}, ar gali paskambinti: {n}?|Pagarbiai\\n{n}|Geriausi linkėjimai,\\n{g}|Vardas, pavardė: {n}|Pacientas: {n}, gimęs {d}, {c}|Klientas: {n}\\nMiestas: {c}|Siuntėjas: {n}\\nGavėjas: {n}\\nTema: Mėnesio ataskaita|Pavardė: {s}\\nVardas: {g}
Mano vardas {n}, gyvenu mieste {c}.|Sutartis tarp {o} ir {n}, {c}.|{n} dirba įmonėje {o}.|{s} sakė, kad kovo skaičiai geresni.|Pasak daktaro {s}, pacientas jaučiasi gerai.|Susitikimas su {g} ir {g} yra penktadienį.|{n} ({#}) buvo išrinktas pirmininku.|Dalyvauja: {n}, {n}, {n}`,
  },
  ga: {
    locales: ['en_IE'],
    lines: `
A {g}, a chara,|Is mise le meas\\n{n}|Ainm: {n}|Custaiméir: {n}\\nCathair: {c}|{n} is ainm dom agus tá mé i mo chónaí i {c}.|Oibríonn {n} le {o}.|Dúirt {s} go raibh na figiúirí níos fearr.|Tá an cruinniú le {g} agus {g} Dé hAoine.|An tUasal {s}, {c}`,
  },
  mt: {
    locales: ['it', 'en_GB'],
    lines: `
Għażiż Sur {s},|Għażiża {g},|Dejjem tiegħek\\n{n}|Isem: {n}|Klijent: {n}\\nBelt: {c}|Jien jisimni {n} u noqgħod {c}.|{n} jaħdem ma' {o}.|{s} qal li ċ-ċifri ta' Marzu huma aħjar.|Il-laqgħa ma' {g} u {g} hija l-Ġimgħa.|Is-Sinjura {s} toqgħod {c}.`,
  },
  tr: {
    locales: ['tr'],
    lines: `
Sayın {n},|Sevgili {g},\\nmesajınız için teşekkürler ({d}).|Saygılarımla\\n{n}|Ad Soyad: {n}|Hasta: {n}, doğum {d}, {c}|Müşteri: {n}\\nŞehir: {c}|Gönderen: {n}\\nAlıcı: {n}\\nKonu: Aylık rapor|Adım {n}, {c} şehrinde yaşıyorum.|{n}, {o} şirketinde çalışıyor.|{s} mart rakamlarının daha iyi olduğunu söyledi.|Toplantıya {g} ve {g} katılacak.|Katılanlar: {n}, {n}, {n}`,
  },
};

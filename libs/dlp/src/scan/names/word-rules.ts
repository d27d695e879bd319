import { hashOf } from './tokens.js';

/** `Patient`, `Kunde`: said before the name of a person, of whom it is no part. */
export const PERSON_ROLE = 1;
/** `Ufficio`, `Dział`: what it begins is a part of an organisation. */
export const DEPARTMENT = 2;
/** `Gentili Signori`: people in general are addressed. */
export const ADDRESS = 4;
/** Languages, products and words of programs that the lists take for names; alone they are none. */
export const TOOL = 8;
/** `IBAN DE89 …`: what stands before a number and says which it is. */
export const NUMBER_LABEL = 16;
/** `Ms`, `Frau`: what follows is a person, whoever has that name. */
export const COURTESY = 32;
/** `Surname: …`: what follows is a person's name, or half of one. */
export const NAME_LABEL = 64;
/** `First`, `Family`: before `name:` it tells that a person's is meant. */
export const NAME_PART = 128;
/** `Gross Margin`, `Max Retries`: what ends the title of a figure, and nobody's name. */
const FIGURE = 256;

/** In the languages of the European Union, Norwegian, Turkish and Ukrainian; case and accents are ignored. */
const WORDS: readonly (readonly [rule: number, words: string])[] = [
  [
    PERSON_ROLE,
    `customer client patient employee applicant contact recipient sender author owner holder cardholder
    passenger guest tenant landlord buyer seller attendee participant assignee reporter manager
    supervisor beneficiary payee payer witness doctor physician nurse teacher student candidate insured
    claimant defendant plaintiff speaker moderator agent user
    kunde kundin patientin ansprechpartner ansprechpartnerin mieter mieterin vermieter käufer verkäufer
    empfänger absender verfasser autor inhaber kontoinhaber karteninhaber arzt ärztin mitarbeiter
    mitarbeiterin bearbeiter sachbearbeiter sachbearbeiterin bewerber bewerberin teilnehmer
    teilnehmerin versicherter versicherte antragsteller geschäftsführer nutzer zeuge zeugin
    patiente cliente destinataire expéditeur titulaire locataire bailleur acheteur vendeur signataire
    médecin salarié salariée employé employée auteur assuré assurée demandeur responsable interlocuteur
    paciente titular destinatario remitente inquilino arrendador comprador vendedor médico empleado
    empleada asegurado solicitante
    paziente intestatario mittente conduttore locatore acquirente venditore dipendente richiedente
    assicurato klant patiënt contactpersoon huurder verhuurder koper verkoper ontvanger afzender arts
    medewerker medewerkster verzekerde aanvrager behandelaar
    klient klientka klienta pacjent pacjentka pacjenta odbiorca nadawca najemca wynajmujący kupujący
    sprzedający lekarz pracownik pracownica ubezpieczony wnioskodawca
    utente doente destinatário remetente senhorio funcionário funcionária segurado requerente
    desembargador desembargadora juiz juíza relator relatora procurador procuradora
    kund kontaktperson hyresgäst hyresvärd köpare säljare mottagare avsändare läkare anställd försäkrad
    sökande handläggare lejer udlejer leietaker utleier køber sælger kjøper selger modtager mottaker
    afsender avsender læge lege medarbejder ansatt forfatter forsikret ansøger søker sagsbehandler
    pasient asiakas potilas yhteyshenkilö vuokralainen vuokranantaja ostaja myyjä vastaanottaja
    lähettäjä lääkäri työntekijä vakuutettu hakija
    zákazník zákaznice pacient pacientka nájemce pronajímatel kupující prodávající příjemce odesílatel
    lékař zaměstnanec zaměstnankyně pojištěnec žadatel
    pacientă clientul clienta pacientul pacienta chiriaș proprietar cumpărător vânzător destinatar
    expeditor medic angajat angajatul angajata asigurat solicitant
    πελάτης πελάτισσα ασθενής ενοικιαστής εκμισθωτής αγοραστής πωλητής παραλήπτης αποστολέας γιατρός
    υπάλληλος συντάκτης ασφαλισμένος
    ügyfél beteg kapcsolattartó bérlő bérbeadó vevő eladó címzett feladó orvos munkavállaló biztosított
    kérelmező nájomca prenajímateľ kupujúci predávajúci príjemca odosielateľ lekár zamestnanec
    zamestnankyňa poistenec žiadateľ
    klijent klijentica klijentka pacijent pacijentica najmoprimac najmodavac kupac prodavatelj primatelj
    pošiljatelj liječnik zaposlenik zaposlenica osiguranik podnositelj
    клиент клиентка пациент пациентка наемател наемодател купувач продавач получател подател лекар
    служител служителка осигурен заявител
    klient patsient kontaktisik üürnik ostja müüja saaja saatja arst töötaja taotleja
    klients kliente pacients paciente kontaktpersona īrnieks pircējs pārdevējs saņēmējs sūtītājs ārsts
    darbinieks darbiniece iesniedzējs
    klientas klientė pacientas pacientė nuomininkas pirkėjas pardavėjas gavėjas siuntėjas gydytojas
    darbuotojas darbuotoja prašytojas
    stranka najemnik kupec prodajalec prejemnik zdravnik delavec delavka vlagatelj
    custaiméir othar seoltóir faighteoir pazjent tabib müşteri hasta gönderen çalışan
    клієнт клієнтка пацієнт пацієнтка отримувач відправник лікар`,
  ],
  [
    DEPARTMENT,
    `ufficio reparto direzione segreteria amministrazione dział biuro sekretariat zespół oddział obsługa
    büro vertrieb kundendienst kundenservice personalabteilung buchhaltung rechnungswesen équipe
    comptabilité secrétariat oficina equipo dirección gerencia administración contabilidad equipa
    direção gabinete afdeling klantenservice klantendienst avdelning avdelningen kundtjänst
    kundeservice afdelingen avdelingen asiakaspalvelu osasto oddělení odbor biroul departamentul
    compartiment τμήμα osztály ügyfélszolgálat oddelenie odjel odsjek отдел osakond klienditeenindus
    nodaļa skyrius oddelek служба відділ`,
  ],
  [
    ADDRESS,
    `gentili signori egregi spettabili estimados señores señoras prezados senhores senhoras messieurs
    mesdames damen herren szanowni państwo vážení dámy pánové páni stimați doamne poštovani
    уважаеми colleagues team all everyone`,
  ],
  [
    TOOL,
    `any generic keyword literal lexer builtin builtins tuple iterable callable elif lang export modula
    perl haskell idris agda erlang scala kotlin pascal fortran cobol prolog cython pypy kafka kerberos
    cassandra hadoop jenkins jira bash shell fetches postgres fedora debian ubuntu gnome unicode ascii url uri uris abi caron
    decimal dictionary constant attribute method function string newline either`,
  ],
  [
    COURTESY,
    `mr mrs ms mx miss messrs dr prof herr herrn frau monsieur madame mme mlle mademoiselle señor señora
    señorita sra srta senhor senhora signor signora signorina sig dott dottssa pan pana pani panią pán
    paní meneer mevrouw mevr dhr herra rouva fru hr pane domnul doamna gospodin gospođa gospa κύριος
    κυρία κύριε господин госпожа пан пані`,
  ],
  [
    NAME_LABEL,
    `surname forename firstname lastname fullname fname lname
    vorname nachname familienname zuname nom prénom prenom nombre apellido apellidos cognome
    voornaam achternaam förnamn efternamn fornavn etternavn efternavn etunimi sukunimi imię imie nazwisko
    jméno příjmení meno priezvisko nume prenume apelido sobrenome όνομα επώνυμο vezetéknév keresztnév
    utónév családnév ime prezime priimek име презиме фамилия eesnimi perekonnanimi vārds uzvārds vardas
    pavardė sloinne kunjom soyadı soyad прізвище`,
  ],
  [NAME_PART, 'first last given family middle maiden full'],
  [
    FIGURE,
    `rate rates ratio ratios margin margins retry retries retention token tokens weight weights width height
    length depth size sizes count counts amount amounts number numbers date dates type types limit limits
    score scores index indexes indices curve chart charts scale scales matrix metre total totals value
    values version versions status connections attempts workers target targets tier rating ratings alert
    alerts velocity phase temperature median variance deviation balance revenue income turnover profit
    profits costs fees expense expenses budget forecast growth usage capacity volume density frequency
    duration interval threshold latency throughput bandwidth uptime timeout percentage quantity category
    categories description identifier format settings options parameter parameters config configuration
    policy
    anzahl betrag summe umsatz preis datum nummer größe höhe gewicht gewinn kosten brutto netto
    taux montant quantité prix valeur numéro taille largeur hauteur longueur bénéfice coût niveau durée
    unitaire brut brute importe cantidad margen precio fecha número tamaño altura longitud beneficio coste
    nivel límite duración bruta bruto unitario unitaria importo quantità margine prezzo valore numero
    dimensione larghezza altezza lunghezza costo livello durata lordo lorda stawka kwota ilość marża cena
    wartość numer rozmiar szerokość wysokość długość zysk koszt poziom faktury faktura
    tarief bedrag aantal prijs waarde grootte breedte hoogte lengte winst omzet
    quantia quantidade margem preço largura comprimento lucro custo nível`,
  ],
  [
    NUMBER_LABEL,
    `iban bic swift nino vin fin imei imeisv meid iccid imsi pesel nip regon krs dni nie nif nipc cif cuit
    bsn kvnr kvnummer rvnr svnr steuernummer steueridnr idnr ssn itin ein nhs nis niss rrn insee nir siren
    siret cpr cvr hetu cnp cui oib jmbg emso egn амка αμκα αφμ егн еик ico dic rc aak pps ppsn ahv ust
    ustid vat tva iva btw piva cf tin blz konto kontonummer kto kundennummer rechnungsnummer pan mrn`,
  ],
];

const RULES: ReadonlyMap<number, number> = rulesByHash();

function rulesByHash(): ReadonlyMap<number, number> {
  const rules = new Map<number, number>();
  for (const [rule, words] of WORDS) {
    for (const word of words.split(/\s+/)) {
      const hash = hashOf(word);
      rules.set(hash, (rules.get(hash) ?? 0) | rule);
    }
  }
  return rules;
}

/** What is known of a word beside what the lists of the model say, by its hash. */
export const rulesOf = (hash: number): number => RULES.get(hash) ?? 0;

/** Whether a word ends the title of a figure. */
export const isFigure = (hash: number): boolean => (rulesOf(hash) & FIGURE) !== 0;

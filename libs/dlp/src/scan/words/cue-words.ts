/**
 * Words that say what the number beside them is, in the languages of the European Union and some
 * neighbours. Case and accents make no difference; only whole words count, since `tel` in `hotel` says
 * nothing.
 */
export const CUE_WORDS = {
  phone:
    'tel phone phones telephone telefon telefone telefono telefoon telefonu telefonie telefoni telefonas ' +
    'telefonnummer telefonnr telefoonnummer telefonszam telefonni telefonne telefax telefonicky ' +
    'telefonnumer telefonnumret mobile mobil mobilni mobilne mobiel mobilnummer mobilszam mobiltelefon ' +
    'mobilfunk mobiilne mobiil mob movil cell cellphone cellular cellulare celular handy handynummer fon ' +
    'rufnummer durchwahl festnetz landline hotline desk fax faks faxnummer whatsapp sms ' +
    'telemovel portable komorka komorkowy komorkowa kom tlf tlfn puh puhelin puhelinnumero matkapuhelin ' +
    'gsm tlf talrunis talr simi simanumer τηλ τηλεφωνο κινητο φαξ тел телефон моб мобилен gsm msisdn ' +
    'erreichen erreichbar anrufen reach joindre joignable appeler llamar llame chiamare dzwonic zadzwonic ringa bellen ' +
    'tfno tlfno telf telfs telef call callback answering voicemail ring dial fono fone',
  birth:
    'born birth dob birthdate birthday birthdays bday geb geboren geborene geborener geburtsdatum ' +
    'geburtstag geburt nee naissance nacido nacida nacimiento nata nascita nascido nascida ' +
    'nascimento geboortedatum geboorte urodzony urodzona urodzenia urodzin ur fodt fodselsdato fodselsdag ' +
    'foedt fodd fodelsedatum fodelsedag syntynyt syntymaaika syntymapaiva synt narozen narozena narozeni ' +
    'narozenin nar narodeny narodena narodenia szuletett szuletesi szuletes szul nascut nascuta nasterii ' +
    'nastere rojen rojena rojstva roden rodena rodenja rodendan gimes gimimo gime dzimis dzimusi ' +
    'dzimsanas sundinud sunniaeg sunnikuupaev γεννηθηκε γεννηση γεννησης γεν γεννημενος γεννημενη роден ' +
    'родена раждане faeddur faedd faedingardagur nacimento naixement jaiotze twieled ' +
    'twieldet rugadh',
  plate:
    'kennzeichen kfz nummernschild autokennzeichen plate plates registration ' +
    'immatriculation immatricule plaque matricula targa targato rejestracja rejestracyjny rejestracyjna ' +
    'rejestracyjne kenteken kentekenplaat nummerplaat registreringsnummer registreringsskylt regnr ' +
    'nummerplade kjennetegn rekisterinumero rekisterikilpi spz rz evc rendszam inmatriculare registracija ' +
    'registracijska registarska tablice numeris numurzime numbrimark πινακιδα κυκλοφοριας регистрационен ' +
    'номер vehicle car fahrzeug voiture vehicule coche vehiculo auto samochod',
  address:
    'meet located office drops deliver delivered corner address addresse adresse anschrift wohnhaft wohnt wohnort adresse domicile domicilio domicilie ' +
    'direcciono endereco morada adres zamieszkaly zamieszkala zamieszkania osoite adresa bytem ' +
    'bydlisko bydliste trvale lakcim cim domiciliu domiciliat naslov adresas adrese aadress διευθυνση ' +
    'адрес heimilisfang lives residing resident street streetaddress shipping billing addr anskrift ' +
    'strasse ulica ulice rue calle via rua',
  postcode:
    'plz postleitzahl zip zipcode postcode postal cp codepostal cap postnummer postnr ' +
    'pocztowy psc iranyitoszam irsz postinumero eircode cep ταχυδρομικος тк pasto indeksas ' +
    'sihtnumber postanski',
  network:
    'ip ipv4 ipv6 ipaddr ipaddress ipadresse host hostname server client remote addr peer login ping ssh ' +
    'src dst source gateway dns forwarded visitor connection connected listen endpoint',
  geo:
    'lat latitude lon lng long longitude gps coord coords coordinates koordinaten koordinate coordonnees ' +
    'coordenadas coordinate wspolrzedne coordinaten koordinater koordinaatit souradnice suradnice ' +
    'koordinatak coordonate geo location position breite laenge breitengrad langengrad συντεταγμενες ' +
    'координати geolocation geopoint',
  age:
    'varon mujer hombre nino nina paciente patient patiente homme femme mann frau woman male female man ' +
    'age aged alter alt age ans edad anos eta anni idade lat wiek leeftijd jaar alder ar ika vuotta let ' +
    'vek rokov eletkor eves varsta ani starost godina metai amzius gadi vecums vanus aastat ηλικια ετων ' +
    'възраст години',
  /** With the signs `*` and `é`: a birth is said where the word alone would say something else. */
  bornSign: 'nato',
  /** Dates of other things. */
  otherDate:
    'admission admitted aufnahme hired issued issue expires expiry valid until gultig ablauf died death ' +
    'gestorben verstorben tod deceased invoice rechnung delivery lieferung deadline frist due faellig ' +
    'fallig appointment termin meeting ingreso alta fallecio emision caducidad factura entrega deces ' +
    'decede deces livraison facture expiration morto scadenza rilascio consegna fattura zmarl wydania ' +
    'wazny updated created modified published signed joined since seit married heirat overleden udstedt ' +
    'released release launched founded gegrundet',
} as const;

export type CueName = keyof typeof CUE_WORDS;

/**
 * Words that say what stands beside them, in the languages of the European Union, Norwegian, Turkish
 * and Ukrainian. Hashes ignore case and accents, so one spelling is enough.
 */
export const TITLES = `
mr mrs ms miss mx sir madam dr prof professor doctor rev reverend father sister hon judge justice capt captain lt col colonel gen general maj major sgt sergeant lord lady
herr herrn frau fräulein dipl ing mag doktor hr fr frl dr med rer nat
m mme mlle monsieur madame mademoiselle mm mmes me maître pr docteur
sr sra srta señor señora señorita don doña d dª lic licenciado dra doctora profesor profesora
sig sigra signor signora signorina dott dottor dottore dottoressa dottssa avv avvocato geom rag on ing
dhr mevr mevrouw meneer mw drs ir heer de heer
pan pani panu pana panią panem panie państwo inż mgr hab dyr ks
sr sra senhor senhora dr dra dom dona exmo exma sor sora
hr herr fru fröken frøken doktor professor
herra rouva neiti tohtori professori
pán paní slečna pana panu pane panem panu mudr judr ing mgr phdr bc rndr paeddr mvdr
domnul doamna domnișoara dl dna dlui dnei domnule doamnă prof
κ κα κος κυρία κύριος κύριε κυρίου δρ δεσποινίς κον καθηγητής
úr asszony dr ifj id özv prof kisasszony
pán pani panny slečna pána
gospodin gospođa gospođica g gđa gđica gosp gospodine gospođo dr mr sc
г г-н г-жа господин госпожа д-р проф инж господине госпожо
härra proua preili hr pr dr
kungs kundze kungam kundzei dr prof
ponas ponia panelė p gerb dr ponui poniai
gospod gospa gospodična g ga gdč dr
an tuasal bean uí iníon uas
is-sur is-sinjura sur sinjura dott
bay bayan sayın av
пан пані панові панії
` as const;

export const LABELS = `
name names surname forename firstname lastname fullname username customer client patient employee applicant contact contacts recipient sender author owner holder cardholder passenger guest tenant landlord buyer seller attendee attendees participants assignee reporter manager supervisor signature signed from to cc bcc attn attention beneficiary payee payer witness doctor physician nurse teacher student candidate insured claimant defendant plaintiff speaker moderator agent
vorname nachname familienname geburtsname kunde kundin patientin ansprechpartner ansprechpartnerin mieter vermieter käufer verkäufer empfänger absender verfasser autor inhaber kontoinhaber karteninhaber arzt ärztin mitarbeiter mitarbeiterin bearbeiter sachbearbeiter bewerber bewerberin von an teilnehmer versicherter versicherte antragsteller unterschrift geschäftsführer betreff
nom prénom prénoms patient patiente destinataire expéditeur titulaire locataire bailleur acheteur vendeur signataire médecin salarié employé auteur de à assuré demandeur responsable contact interlocuteur
nombre apellido apellidos col colegiado correo remitido especialidad domicilio paciente cliente titular destinatario remitente inquilino arrendador comprador vendedor médico empleado autor asegurado solicitante firmado para responsable
cognome nome paziente cliente intestatario destinatario mittente conduttore locatore acquirente venditore medico dipendente autore assicurato richiedente firmato da a referente
naam voornaam achternaam klant patiënt contactpersoon huurder verhuurder koper verkoper ontvanger afzender arts medewerker auteur verzekerde aanvrager van aan behandelaar
imię nazwisko imiona klient klientka pacjent pacjentka odbiorca nadawca najemca wynajmujący kupujący sprzedający lekarz pracownik autor ubezpieczony wnioskodawca od do podpis
nome apelido sobrenome utente doente cliente titular destinatário remetente inquilino senhorio comprador vendedor médico funcionário autor segurado requerente assinado de para
namn förnamn efternamn kund patient kontaktperson hyresgäst hyresvärd köpare säljare mottagare avsändare läkare anställd författare försäkrad sökande från till handläggare
navn fornavn efternavn etternavn kunde patient pasient kontaktperson lejer udlejer leietaker utleier køber sælger kjøper selger modtager mottaker afsender avsender læge lege medarbejder ansatt forfatter forsikret ansøger søker fra til sagsbehandler
nimi etunimi sukunimi asiakas potilas yhteyshenkilö vuokralainen vuokranantaja ostaja myyjä vastaanottaja lähettäjä lääkäri työntekijä tekijä vakuutettu hakija
jméno příjmení zákazník pacient pacientka kontakt nájemce pronajímatel kupující prodávající příjemce odesílatel lékař zaměstnanec autor pojištěnec žadatel podpis
nume prenume client pacient pacientă persoană chiriaș proprietar cumpărător vânzător destinatar expeditor medic angajat autor asigurat solicitant semnătura
όνομα επώνυμο ονοματεπώνυμο πελάτης ασθενής επικοινωνία ενοικιαστής εκμισθωτής αγοραστής πωλητής παραλήπτης αποστολέας γιατρός υπάλληλος συντάκτης ασφαλισμένος αιτών υπογραφή από προς
név vezetéknév keresztnév ügyfél beteg kapcsolattartó bérlő bérbeadó vevő eladó címzett feladó orvos munkavállaló szerző biztosított kérelmező aláírás
meno priezvisko zákazník pacient pacientka kontakt nájomca prenajímateľ kupujúci predávajúci príjemca odosielateľ lekár zamestnanec autor poistenec žiadateľ podpis
ime prezime klijent pacijent pacijentica kontakt najmoprimac najmodavac kupac prodavatelj primatelj pošiljatelj liječnik zaposlenik autor osiguranik podnositelj potpis
име фамилия презиме клиент пациент контакт наемател наемодател купувач продавач получател подател лекар служител автор осигурен заявител подпис
nimi eesnimi perekonnanimi klient patsient kontaktisik üürnik ostja müüja saaja saatja arst töötaja autor taotleja allkiri
vārds uzvārds klients pacients kontaktpersona īrnieks pircējs pārdevējs saņēmējs sūtītājs ārsts darbinieks autors iesniedzējs paraksts
vardas pavardė klientas pacientas kontaktinis nuomininkas pirkėjas pardavėjas gavėjas siuntėjas gydytojas darbuotojas autorius prašytojas parašas
priimek stranka pacient pacientka kontakt najemnik kupec prodajalec prejemnik pošiljatelj zdravnik delavec avtor vlagatelj podpis
ainm sloinne custaiméir othar seoltóir faighteoir sínithe
isem kunjom klijent pazjent riċevitur mittent tabib firma
ad soyad adı soyadı müşteri hasta alıcı gönderen doktor çalışan imza
ім'я прізвище клієнт пацієнт отримувач відправник лікар автор підпис
` as const;

export const SALUTATIONS = `
dear hi hello hey greetings
sehr geehrte geehrter lieber liebe hallo werte werter moin
cher chère bonjour salut bonsoir
querido querida estimado estimada hola buenos días
caro cara gentile egregio egregia ciao buongiorno spettabile
beste geachte lieve hallo dag hoi
szanowny szanowna drogi droga cześć witaj witam
caro cara prezado prezada estimado estimada olá oi exmo exma
kära käre hej bästa
kære hej hei kjære
hyvä hei arvoisa rakas moi
vážený vážená milý milá ahoj dobrý
stimate stimată dragă bună salut
αγαπητέ αγαπητή αξιότιμε αξιότιμη γεια
tisztelt kedves szia üdv
vážený vážená milý milá ahoj čau
poštovani poštovana dragi draga bok
уважаеми уважаема скъпи скъпа здравей
lugupeetud kallis tere
cienījamais cienījamā godātais labdien sveiki
gerbiamas gerbiama mielas miela sveiki
spoštovani spoštovana dragi draga pozdravljeni
chara
għażiż għażiża
sayın sevgili merhaba
шановний шановна дорогий дорога
` as const;

export const SIGN_OFFS = `
regards sincerely faithfully cheers best thanks truly yours wishes rgds kr br respectfully cordially love
grüßen grüße gruß grüssen grüsse mfg lg vg hochachtungsvoll herzlichst dein deine
cordialement salutations amicalement sentiments respectueusement bises
atentamente saludos saludo cordialmente abrazo atte
saluti cordialmente distinti cordiali saluto
groeten groet hoogachtend vriendelijke
pozdrawiam poważaniem pozdrowienia szacunkiem
cumprimentos atenciosamente abraço abraços
hälsningar vänliga mvh vänligen
hilsen mvh venlig vennlig hilsener
terveisin ystävällisin kunnioittavasti
pozdravem úctou pozdravy
stimă salutări respect cordialitate
χαιρετισμούς εκτίμηση τιμή φιλικά
üdvözlettel tisztelettel
pozdravom úctou
poštovanjem pozdravom lijep
поздрави уважение
lugupidamisega tervitades
cieņu sveicieniem
pagarbiai linkėjimais
spoštovanjem pozdravom
meas
dejjem
saygılarımla saygılarımızla
повагою
` as const;

export const INTRODUCTIONS = `
named called heiße heisst heißt namens appelle nommé nommée llamo llama llamado chiamo chiama heet genaamd nazywam nazywa chamo chama heter hedder nimeni nimeltään jmenuji jmenuje numesc numește λένε λέγομαι hívnak nevű volám volá zovem zove казвам казва nimi sauc vardu vadinuosi imenujem ime adım звати
` as const;

/** Within names, small. */
export const PARTICLES = `
von van vom zu zum zur der den de del della dei degli di da do dos das du des la le les los las lo y e i af av bin bint ibn al el ter ten te tot d l o of the und et og och och ben st san santa ap mac mc ní ó uí nic
` as const;

export const ORGANISATIONS = `
gmbh ag kg ohg gbr mbh ev inc ltd llc llp plc corp corporation company co group holding holdings bank university universität université universidad università universiteit uniwersytet universidade universitet yliopisto univerzita universitatea πανεπιστήμιο egyetem sveučilište университет ülikool universitāte universitetas univerza institute institut instituto istituto instytut hospital klinik klinikum hôpital ospedale ziekenhuis szpital sykehus sairaala nemocnice spital νοσοκομείο kórház bolnica болница ministry ministerium ministère ministerio ministero ministerie ministerstwo ministério ministerium ministeriö ministerstvo ministerul υπουργείο minisztérium ministarstvo министерство service servicio servicios serviço servizio departamento department abteilung unidad unità unité centro centre center clínica clinica klinik policlinic facultad fakultät université laboratorio laboratory consejería residencia association verein verband stiftung foundation fondation fundación fondazione stichting fundacja fundação stiftelsen säätiö nadace fundația alapítvány nadácia zaklada фондация sa sas sarl sasu srl spa snc sl bv nv vof sp zoo lda ab asa aps oy oyj sro doo dd ead ood kft zrt nyrt bt sia uab ou college school schule école escuela scuola szkoła escola skola skole koulu škola școala σχολείο iskola училище club fc sc cf afc united team partei party parti partido partito partij partia partiet puolue strana partidul κόμμα párt stranka партия council rat conseil consejo consiglio raad rada conselho rådet neuvosto consiliul συμβούλιο tanács vijeće съвет commission kommission agency agentur agence agencia agenzia society federation union committee department museum church kirche église theater theatre studios records media press news times journal gazette zeitung software systems technologies solutions consulting partners insurance versicherung assurance energy airlines airways motors pharma logistics telecom
` as const;

export const STREETS = `
street st road rd c av avd avda carrer ronda glorieta urbanización polígono virgen sto sta avenue ave lane drive boulevard blvd square court way place park straße strasse str weg gasse platz allee ufer ring damm rue chemin quai impasse place calle avda avenida plaza paseo camino carretera via viale piazza corso largo vicolo straat laan plein gracht kade ulica ul aleja aleje plac osiedle rua travessa praça largo estrada gata gatan vägen torget vej gade plads gate veien plass katu tie kuja ulice náměstí třída nám strada str bulevardul șoseaua piața οδός λεωφόρος πλατεία utca út tér körút ulica námestie cesta trg ulica улица бул ул площад tänav maantee väljak iela prospekts laukums gatvė prospektas aikštė cadde sokak mahallesi вулиця проспект river fluss rivière río fiume rivier rzeka joki řeka râu ποτάμι folyó rieka rijeka река lake see lac lago meer jezioro järvi jezero lacul λίμνη tó езеро mount mountain berg mont monte góra hora muntele βουνό hegy island insel île isla isola eiland wyspa ilha ö saari ostrov insula νησί sziget otok county district province region
` as const;

export const ROLES = `
president minister chancellor premier senator governor mayor chairman chairwoman chair ceo cfo cto director manager editor writer author poet singer actor actress director coach player footballer striker goalkeeper captain lawyer attorney judge professor scientist historian philosopher painter composer king queen prince princess duke pope bishop archbishop secretary spokesman spokeswoman spokesperson ambassador commissioner officer wife husband son daughter brother sister mother father uncle aunt cousin friend colleague neighbour boss partner boyfriend girlfriend nurse doctor patient client customer employee
präsident präsidentin kanzler kanzlerin bürgermeister bürgermeisterin oberbürgermeister vorsitzender vorsitzende sprecher sprecherin geschäftsführer geschäftsführerin leiter leiterin direktor direktorin trainer trainerin spieler torwart stürmer kapitän schauspieler schauspielerin sänger sängerin regisseur autor autorin schriftsteller dichter maler komponist philosoph könig königin prinz prinzessin herzog papst bischof kardinal graf gräfin baron ministerin kollege kollegin freund freundin mann bruder schwester sohn tochter mutter vater onkel tante chef chefin nachbar nachbarin mitarbeiter
président présidente ministre directeur directrice maire sénateur député roi reine prince princesse duc comte évêque pape général ambassadeur écrivain auteur chanteur chanteuse acteur actrice réalisateur entraîneur joueur femme mari fils fille frère sœur mère père oncle tante ami amie collègue patron
presidente presidenta ministro ministra alcalde alcaldesa director directora rey reina príncipe princesa papa obispo escritor escritora cantante actor actriz entrenador jugador mujer esposa esposo marido hijo hija hermano hermana madre padre tío tía amigo amiga colega jefe jefa
sindaco direttore direttrice scrittore scrittrice cantante attore attrice allenatore giocatore moglie marito figlio figlia fratello sorella zio zia amico amica collega capo re regina principe papa vescovo
burgemeester directeur schrijver schrijfster zanger zangeres acteur actrice trainer speler vrouw man zoon dochter broer zus moeder vader oom tante vriend vriendin collega baas koning koningin prins minister voorzitter
prezydent premier minister burmistrz dyrektor prezes pisarz pisarka piosenkarz aktor aktorka trener piłkarz żona mąż syn córka brat siostra matka ojciec wujek ciocia przyjaciel kolega koleżanka szef król królowa książę papież biskup
primeiro prefeito deputado senador diretor diretora escritor escritora cantor cantora ator atriz treinador técnico jogador mulher marido filho filha irmão irmã mãe pai tio tia amigo amiga colega chefe rei rainha
statsminister statsministern minister ministern borgmästare direktör författare författaren sångare skådespelare regissör tränare tränaren spelare fru man son dotter bror syster mor far vän kollega chef kung kungen drottning prins ordförande ordföranden vd
borgmester direktør forfatter sanger skuespiller instruktør træner spiller kone mand søn datter bror søster mor far ven kollega chef konge dronning prins formand ordfører leder statsråd trener
presidentti ministeri pääministeri johtaja toimitusjohtaja kirjailija laulaja näyttelijä ohjaaja valmentaja pelaaja vaimo mies poika tytär veli sisko äiti isä setä täti ystävä kollega pomo kuningas kuningatar prinssi puheenjohtaja
prezident premiér ministr ministryně starosta primátor ředitel ředitelka spisovatel zpěvák herec herečka trenér hráč manželka manžel syn dcera bratr sestra matka otec strýc teta přítel kolega šéf král královna papež biskup poslanec
președinte președintele ministru ministrul primar primarul director directorul scriitor scriitorul cântăreț actor actrița antrenor antrenorul jucător soția soțul fiul fiica fratele sora mama tatăl unchiul mătușa prietenul colegul șeful rege regele regina
πρόεδρος πρωθυπουργός υπουργός δήμαρχος διευθυντής συγγραφέας τραγουδιστής ηθοποιός προπονητής παίκτης σύζυγος γιος κόρη αδελφός αδελφή μητέρα πατέρας θείος θεία φίλος φίλη συνάδελφος βασιλιάς
elnök miniszter miniszterelnök polgármester igazgató író költő énekes színész színésznő rendező edző játékos felesége férje fia lánya testvére anyja apja barátja kolléga főnök király királynő pápa püspök
starosta primátor riaditeľ spisovateľ spevák herec herečka tréner hráč manželka manžel dcéra brat matka otec strýko priateľ kráľ kráľovná
predsjednik predsjednica premijer ministar ministrica gradonačelnik ravnatelj pisac pjevač glumac glumica trener igrač supruga suprug sin kći brat sestra majka otac ujak prijatelj kolega šef kralj kraljica papa biskup
президент премиер министър кмет директор писател певец актьор актриса треньор играч съпруга съпруг син дъщеря брат сестра майка баща приятел колега шеф цар
` as const;

export const NEGATIVES = `
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
januari februari maart mei juni juli augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
janeiro fevereiro março maio junho julho setembro outubro novembro dezembro segunda terça quarta quinta sexta
english german french spanish italian dutch polish portuguese swedish danish finnish czech romanian greek hungarian slovak croatian norwegian bulgarian estonian latvian lithuanian slovenian irish maltese turkish ukrainian russian chinese japanese korean indian american british european african asian australian canadian mexican brazilian arabic hebrew latin muslim christian jewish catholic protestant islam buddhist hindu democrat democrats republican republicans
deutsch deutsche deutscher deutschen deutsches englisch französisch spanisch italienisch amerikaner amerikanische britische russische europäische
français française allemand anglais espagnol italien américain européen
inglés alemán francés español italiano portugués americano europeo
inglese tedesco francese spagnolo americano europeo
engelse duitse franse nederlandse amerikaanse europese
arial helvetica times roman courier verdana georgia calibri cambria garamond futura comic sans consolas tahoma
windows linux ubuntu debian android iphone ipad macbook google microsoft apple amazon facebook twitter instagram youtube whatsapp netflix github gitlab docker kubernetes python java javascript typescript postgres postgresql mysql redis mongodb nginx apache oracle sap salesforce slack zoom teams excel word powerpoint outlook chrome firefox safari openai chatgpt claude gemini llama internet email web wifi bluetooth usb pdf html css json xml http https api sql url uuid csv sdk cli ide gpu cpu ram ssd
todo fixme note warning error info debug trace fatal exception null true false undefined nan none
kapitel chapter section figure table abbildung tabelle chapitre capítulo appendix page seite abstract introduction conclusion summary references
christmas easter ramadan halloween weihnachten ostern noël navidad natale pasqua
god jesus christ bible allah gott dieu dios dio
` as const;

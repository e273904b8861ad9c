/**
 * Questions and passages of everyday and office life, which `calibrate` embeds. They belong to no installation: what is
 * made of them tells nothing about hidden documents. A change of a text makes every vector again.
 */
const texts = (lines: string) =>
  lines
    .replaceAll("\n", " ")
    .split("|")
    .map((text) => text.trim());

export const NEUTRAL_TEXTS = {
  query: {
    ja: texts(`
明日の会議は何時からですか|プリンターの紙が詰まったときの直し方|駅から近いおすすめの昼食の店|名刺を追加で注文したい|雨の日に傘を借りられますか
|エアコンの温度を下げてほしい|新しいパソコンの設定方法を教えて|来週の天気はどうなりますか|会議室の予約を取り消すには|荷物を送るときの料金はいくら
|忘れ物をしたらどこに聞けばいい？|空港までどうやって行くのが早いか|メールの署名を変えたい|観葉植物の水やりの頻度|コピー用紙はどこに置いてありますか
|電話が聞こえにくいときの対処|写真を小さくする方法|健康診断の会場への地図|夏祭りの日程はいつ決まるの|お客様にお茶を出すタイミング|パスワードを忘れてしまった
|駐車場は何台分ありますか|歓迎会の店を予約する人は誰|古い机を捨てたい|翻訳を頼める会社を知りたい|電球が切れたので交換してほしい|英語の電話に出るときの言い方
|図書館の開館時間|掃除当番の順番を確認したい|ペンのインクの替え方|無線のネットワークにつながらない|議事録の書き方の見本|冷蔵庫の中の物を片付けてもいいか
|自転車で通える距離かどうか|展示会の来場者数はどのくらい|弁当の注文は何時まで|窓の鍵が閉まらない|朝礼で話すことが思いつかない|郵便番号の調べ方|ロッカーの鍵をなくした`),
    en: texts(`
What time does the meeting start tomorrow?|How do I clear a paper jam in the printer?|Any good places for lunch near the station|I need more business cards
|Can I borrow an umbrella when it rains?|Please turn down the air conditioning|How to set up a new laptop|What will the weather be like next week?
|How can I cancel a room booking?|What does it cost to send a parcel?|Who should I ask about a lost bag?|fastest way to the airport|I want to change my email signature
|how often should the office plants be watered|Where is the copy paper kept?|The phone line is hard to hear|make a picture smaller|map of the clinic for the check-up
|When will the date of the summer party be fixed?|When do we offer tea to a guest?|I forgot my password|How many cars fit in the car park?|Who books the restaurant for Friday?
|getting rid of an old desk|Which company can translate a letter?|The light bulb needs to be replaced|How do I answer a call in another language?|opening hours of the library
|Whose turn is it to clean the kitchen?|How do I refill a pen?|I cannot connect to the wireless network|example of good minutes|May I throw away food from the fridge?
|Is it close enough to go by bike?|How many visitors came to the exhibition?|until when can lunch be ordered|The window does not close|ideas for a short speech in the morning
|how to find a postal code|My locker key is gone`),
    other: texts(`
明天的会议几点开始？|打印机卡纸了怎么办|车站附近有什么好吃的午餐|我想再印一些名片|下雨天可以借伞吗|怎么取消会议室的预订|寄一个包裹要多少钱|请把空调温度调低一点
|我忘記密碼了該怎麼辦|請問圖書館幾點開門|Ngày mai cuộc họp bắt đầu lúc mấy giờ?|Máy in bị kẹt giấy thì làm thế nào?|Quán ăn trưa nào ngon gần nhà ga?|Tôi muốn in thêm danh thiếp
|Làm sao để hủy phòng họp đã đặt?|Gửi một bưu kiện hết bao nhiêu tiền?|Tôi quên mật khẩu rồi|Thư viện mở cửa lúc mấy giờ?|A que horas começa a reunião amanhã?
|Como tiro o papel preso na impressora?|Onde posso almoçar perto da estação?|Preciso de mais cartões de visita|Como cancelo a reserva da sala?|Quanto custa enviar uma encomenda?
|Esqueci minha senha|Qual é o horário da biblioteca?|¿A qué hora empieza la reunión mañana?|¿Cómo cambio la firma del correo?|¿Quién riega las plantas de la oficina?
|Perdí la llave de mi casillero|내일 회의는 몇 시에 시작하나요?|복사 용지는 어디에 있어요?|비밀번호를 잊어버렸어요|점심은 몇 시까지 주문할 수 있나요
|À quelle heure commence la réunion ?|Où se trouve le papier de l’imprimante ?|Wann fängt die Besprechung morgen an?|Wie komme ich am schnellsten zum Flughafen?
|Jam berapa rapat besok dimulai?|ต้องส่งพัสดุที่ไหนและราคาเท่าไร`),
  },
  passage: {
    ja: texts(`
会議は午前10時に三階の会議室で始まり、終わりは正午の予定です。|紙が詰まったときは、右側のふたを開け、緑のレバーを下げて紙をゆっくり引き出します。
|駅前の通りには、定食の店とそばの店が並び、昼は混み合います。|名刺は一箱百枚で、注文から届くまで五日ほどかかります。|玄関の傘立てにある青い傘は、だれでも使うことができる。
|夏は室温を28度、冬は20度を目安とし、暑いときは扇風機を使う。|新しい端末を受け取ったら、電源を入れ、画面の案内に従って名前を入力する。
|週の前半は晴れ、木曜日から雨が降り、気温は平年並みでしょう。|予約を取り消すには、一覧から日付を選び、右下のボタンを押してください。
|小さな荷物の送料は重さと行き先で決まり、二キロまで八百円です。|忘れ物は受付で一か月預かり、その後は警察に届けます。|空港へは、急行で一時間、バスでは道路の混み具合により一時間半かかる。
|メールの末尾には、氏名、会社名、電話番号の順に書くのが一般的です。|観葉植物は土の表面が乾いたら水をやり、冬は回数を減らす。|コピー用紙は倉庫の棚の上から二段目に、大きさごとに分けてある。
|受話器の音量は、本体の側面のボタンで五段階に変えられる。|写真は横の長さを千画素にすると、見た目を保ったまま小さくなります。|会場は市役所の隣の建物の二階で、入口は北側です。
|祭りは八月の第一土曜日に行われ、屋台が三十軒ほど並ぶ。|お客様が席に着いたら、三分ほどでお茶をお出しする。|パスワードは英字と数字を組み合わせ、十二文字より長くする。
|建物の裏に二十台分の駐車場があり、奥の三台は来客用である。|歓迎会は金曜日の夜七時から、駅の近くの店で開きます。|大きな家具を捨てるときは、前の週までに市の窓口に申し込む。
|翻訳は一枚ごとの料金で、急ぐ場合は三割高くなります。|廊下の電球は、脚立を使い、電源を切ってから取り替える。|外国から電話があったときは、ゆっくり話し、相手の名前を確かめる。
|図書館は月曜日を除く毎日、午前9時から午後7時まで開いている。|掃除当番は一週間ごとに交代し、表は台所の壁に貼ってある。|ペンの軸を回して外し、新しい芯を差し込むと使えるようになる。
|接続できないときは、機器の電源を入れ直し、一分待ってから試す。|議事録には、日時、出席者、決まったこと、次の予定を書く。|冷蔵庫の中の食品には名前を書き、金曜日の夕方に片付ける。
|川沿いの道は平らで、自転車なら二十分で着きます。|展示会には三日間で四千人が訪れ、前の年より一割増えた。|弁当は午前9時30分までに注文すると、正午に届く。
|窓の鍵が固いときは、少し持ち上げながら回すと閉まる。|朝の話は一分ほどで、最近読んだ本や季節の話題がよい。|郵便番号は住所から調べることができ、七桁の数字である。|鍵をなくした人は、総合受付で予備の鍵を借りてください。`),
    en: texts(`
The meeting starts at ten in the room on the third floor and ends at noon.|If paper is stuck, open the cover on the right, press the green lever and pull the sheet out slowly.
|Several restaurants on the street in front of the station serve lunch and are busy at noon.|Business cards come in boxes of one hundred and arrive about five days after the order.
|Anyone may use the blue umbrellas in the stand at the entrance.|Rooms are kept at 28 degrees in summer and 20 degrees in winter; use a fan when it is hot.
|After you receive a new device, switch it on and follow the steps on the screen.|The first half of the week will be sunny, with rain from Thursday and average temperatures.
|To cancel a booking, choose the date in the list and press the button at the lower right.|The price of a small parcel depends on its weight and destination.
|Lost property is kept at the front desk for one month and then handed to the police.|The express train takes an hour to the airport; the bus takes longer when roads are crowded.
|An email usually ends with the name, the company and the telephone number.|Water the plants when the soil is dry, and less often in winter.|Copy paper is on the second shelf of the store room, sorted by size.
|The buttons on the side of the handset change the volume in five steps.|A picture becomes smaller when its width is reduced to one thousand pixels.
|The clinic is on the second floor of the building next to the city hall.|The festival takes place on the first Saturday of August, with about thirty stalls.
|Tea is served about three minutes after the guest has taken a seat.|A password combines letters and digits and has more than twelve characters.
|Behind the building are twenty parking spaces, three of them for visitors.|The welcome party is on Friday at seven in a restaurant near the station.
|Large furniture is collected by the city if you register a week before.|Translations are paid by the page, and urgent ones cost a third more.
|Use a ladder and switch off the power before you replace a bulb in the corridor.|When a call comes from abroad, speak slowly and ask for the caller's name.
|The library is open from nine to seven every day except Monday.|Cleaning duty changes every week, and the list hangs on the kitchen wall.
|Turn the barrel to open the pen and insert the new refill.|If the connection fails, restart the router, wait a minute and try again.
|Minutes name the date, the people present, the decisions and the next steps.|Food in the fridge must carry a name and is removed on Friday evening.
|The road along the river is flat and takes twenty minutes by bicycle.|Four thousand people visited the exhibition in three days, a tenth more than last year.
|Lunch boxes ordered before half past nine are delivered at noon.|If the window lock is stiff, lift the handle a little while you turn it.
|A morning talk lasts a minute and may be about a book or the season.|A postal code can be looked up by the address and has seven digits.|Anyone who loses a key can borrow a spare one at reception.`),
    other: texts(`
会议上午十点在三楼会议室开始，中午结束。|如果卡纸，请打开右侧的盖子，按下绿色的杆，慢慢把纸拉出来。|车站前的街上有几家餐馆，中午人很多。|名片每盒一百张，下单后大约五天送到。
|门口伞架上的蓝色雨伞，任何人都可以使用。|要取消预订，请在列表中选择日期，然后按右下角的按钮。|小包裹的价格取决于重量和目的地。|土壤干了就给植物浇水，冬天要少浇一些。
|密碼應該由字母和數字組成，長度超過十二個字元。|圖書館除了星期一以外，每天上午九點到晚上七點開放。|Cuộc họp bắt đầu lúc mười giờ tại phòng trên tầng ba và kết thúc vào buổi trưa.
|Nếu giấy bị kẹt, hãy mở nắp bên phải, nhấn cần màu xanh và kéo giấy ra từ từ.|Trên con phố trước nhà ga có vài quán ăn, buổi trưa rất đông.|Danh thiếp được đóng hộp một trăm tờ và giao sau khoảng năm ngày.
|Muốn hủy đặt chỗ, hãy chọn ngày trong danh sách và nhấn nút ở góc dưới bên phải.|Giá gửi bưu kiện nhỏ tùy theo cân nặng và nơi đến.|Mật khẩu gồm chữ và số, dài hơn mười hai ký tự.
|Thư viện mở cửa từ chín giờ đến mười chín giờ mỗi ngày trừ thứ Hai.|A reunião começa às dez na sala do terceiro andar e termina ao meio-dia.
|Se o papel ficar preso, abra a tampa da direita, aperte a alavanca verde e puxe a folha devagar.|Há vários restaurantes na rua em frente à estação, cheios na hora do almoço.
|Os cartões de visita vêm em caixas de cem e chegam cerca de cinco dias após o pedido.|Para cancelar a reserva, escolha a data na lista e aperte o botão no canto inferior direito.
|O preço de uma encomenda pequena depende do peso e do destino.|Uma senha combina letras e números e tem mais de doze caracteres.|A biblioteca abre das nove às dezenove horas todos os dias, exceto segunda-feira.
|Un correo suele terminar con el nombre, la empresa y el número de teléfono.|Riegue las plantas cuando la tierra esté seca, y menos en invierno.
|El turno de limpieza cambia cada semana y la lista está en la pared de la cocina.|Quien pierda una llave puede pedir otra en la recepción.|회의는 오전 열 시에 삼 층 회의실에서 시작해 정오에 끝난다.
|복사 용지는 창고 선반의 두 번째 칸에 크기별로 놓여 있습니다.|비밀번호는 글자와 숫자를 섞어 열두 자보다 길게 만듭니다.|도시락은 아침 아홉 시 반까지 주문하면 정오에 도착합니다.
|La réunion commence à dix heures au troisième étage et se termine à midi.|Le papier se trouve sur la deuxième étagère de la réserve, rangé par taille.
|Die Bibliothek ist außer montags täglich von neun bis neunzehn Uhr geöffnet.|Der Schnellzug braucht eine Stunde zum Flughafen, der Bus länger.
|Air untuk tanaman diberikan ketika tanahnya kering, dan lebih jarang saat musim hujan.|ห้องสมุดเปิดทุกวันยกเว้นวันจันทร์ ตั้งแต่เก้าโมงเช้าถึงหนึ่งทุ่ม`),
  },
} as const;

/// The emoji that tags name, by the short names that ntfy and GitHub use. (C5)
///
/// Only the common ones: a tag that is missing here is listed with the others.
enum Emoji {
  static func named(_ tag: String) -> String? { table[tag] }

  static let table: [String: String] = {
    var table: [String: String] = [:]
    for pair in names.split(whereSeparator: \.isNewline).flatMap({ $0.split(separator: ",") }) {
      let words = pair.split(separator: " ")
      precondition(words.count == 2, "an emoji and its name: \(pair)")
      table[String(words[1])] = String(words[0])
    }
    return table
  }()

  private static let names = """
    👍 +1,👍 thumbsup,👎 -1,👎 thumbsdown,👌 ok_hand,👋 wave,👏 clap,🙏 pray,💪 muscle,🤝 handshake
    ✌️ v,✋ hand,🖐️ raised_hand_with_fingers_splayed,👀 eyes,🙌 raised_hands,👇 point_down,👆 point_up_2
    👉 point_right,👈 point_left,🫡 saluting_face,🤷 shrug,🤦 facepalm,🙈 see_no_evil,🙉 hear_no_evil
    😀 grinning,😃 smiley,😄 smile,😁 grin,😂 joy,🤣 rofl,😊 blush,😉 wink,😍 heart_eyes,😎 sunglasses
    🤔 thinking,😐 neutral_face,😕 confused,🙁 slightly_frowning_face,😢 cry,😭 sob,😡 rage,😠 angry
    😱 scream,😴 sleeping,🤯 exploding_head,🥳 partying_face,🤖 robot,👻 ghost,💀 skull,💩 poop,🤢 nauseated_face
    ❤️ heart,💔 broken_heart,💯 100,💥 boom,💥 collision,💤 zzz,💬 speech_balloon,💭 thought_balloon,✨ sparkles
    ⭐ star,🌟 star2,🔥 fire,⚡ zap,❄️ snowflake,☀️ sunny,⛅ partly_sunny,☁️ cloud,🌧️ cloud_with_rain
    ⛈️ cloud_with_lightning_and_rain,🌩️ cloud_with_lightning,🌨️ cloud_with_snow,🌪️ tornado,🌊 ocean,💧 droplet
    ☔ umbrella,🌈 rainbow,🌙 crescent_moon,🌍 earth_africa,🌎 earth_americas,🌏 earth_asia,🌐 globe_with_meridians
    🌡️ thermometer,💨 dash,🌋 volcano,🌱 seedling,🌳 deciduous_tree,🌵 cactus,🌻 sunflower,🍀 four_leaf_clover
    ✅ white_check_mark,☑️ ballot_box_with_check,✔️ heavy_check_mark,❌ x,❎ negative_squared_cross_mark
    ⚠️ warning,🚨 rotating_light,🚧 construction,⛔ no_entry,🚫 no_entry_sign,🛑 stop_sign,❗ exclamation
    ❗ heavy_exclamation_mark,‼️ bangbang,❓ question,❔ grey_question,❕ grey_exclamation,ℹ️ information_source
    🆘 sos,🆗 ok,🆕 new,🆙 up,🆒 cool,🆓 free,☢️ radioactive,☣️ biohazard,☠️ skull_and_crossbones,♻️ recycle
    🔴 red_circle,🟠 orange_circle,🟡 yellow_circle,🟢 green_circle,🔵 large_blue_circle,🟣 purple_circle
    ⚫ black_circle,⚪ white_circle,🟥 red_square,🟧 orange_square,🟨 yellow_square,🟩 green_square,🟦 blue_square
    🔺 small_red_triangle,🔻 small_red_triangle_down,🔶 large_orange_diamond,🔷 large_blue_diamond
    ➕ heavy_plus_sign,➖ heavy_minus_sign,➡️ arrow_right,⬅️ arrow_left,⬆️ arrow_up,⬇️ arrow_down
    🔼 arrow_up_small,🔽 arrow_down_small,🔄 arrows_counterclockwise,🔃 arrows_clockwise,🔁 repeat,🔀 twisted_rightwards_arrows
    ▶️ arrow_forward,⏸️ pause_button,⏹️ stop_button,⏭️ next_track_button,⏩ fast_forward,⏪ rewind
    💻 computer,🖥️ desktop_computer,💾 floppy_disk,💿 cd,📀 dvd,🖨️ printer,⌨️ keyboard,🖱️ computer_mouse
    📱 iphone,📞 telephone_receiver,☎️ phone,☎️ telephone,📟 pager,📠 fax,🔋 battery,🪫 low_battery,🔌 electric_plug
    💡 bulb,🔦 flashlight,📡 satellite,🛰️ artificial_satellite,📶 signal_strength,📷 camera,📸 camera_flash
    📹 video_camera,🎥 movie_camera,📺 tv,📻 radio,🎙️ studio_microphone,🎤 microphone,🎧 headphones,🔊 loud_sound
    🔈 speaker,🔇 mute,🔔 bell,🔕 no_bell,📢 loudspeaker,📣 mega,🎵 musical_note,🎶 notes
    ✉️ email,✉️ envelope,📧 e-mail,📨 incoming_envelope,📩 envelope_with_arrow,📥 inbox_tray,📤 outbox_tray
    📦 package,📫 mailbox,📮 postbox,📝 memo,📝 pencil,✏️ pencil2,📋 clipboard,📅 date,📆 calendar,🗓️ spiral_calendar
    📊 bar_chart,📈 chart_with_upwards_trend,📉 chart_with_downwards_trend,📁 file_folder,📂 open_file_folder
    📄 page_facing_up,📃 page_with_curl,📜 scroll,📰 newspaper,📚 books,📖 book,🔖 bookmark,🏷️ label,📌 pushpin
    📍 round_pushpin,📎 paperclip,🔗 link,✂️ scissors,🗑️ wastebasket,🔍 mag,🔎 mag_right
    🔒 lock,🔓 unlock,🔐 closed_lock_with_key,🔑 key,🗝️ old_key,🛡️ shield,🔨 hammer,🔧 wrench,🔩 nut_and_bolt
    ⚙️ gear,🛠️ hammer_and_wrench,🧰 toolbox,🧲 magnet,🧪 test_tube,🔬 microscope,💣 bomb,🔫 gun,💊 pill,💉 syringe
    ⏰ alarm_clock,⌚ watch,⏱️ stopwatch,⏲️ timer_clock,⌛ hourglass,⏳ hourglass_flowing_sand,🕐 clock1,🕛 clock12
    💰 moneybag,💵 dollar,💶 euro,💳 credit_card,🧾 receipt,🛒 shopping_cart,🎁 gift,🎉 tada,🎊 confetti_ball
    🎈 balloon,🎂 birthday,🏆 trophy,🥇 1st_place_medal,🏅 medal_sports,🎯 dart,🎲 game_die,🎮 video_game,🏁 checkered_flag
    🚩 triangular_flag_on_post,☕ coffee,🍵 tea,🍺 beer,🍷 wine_glass,🍕 pizza,🍔 hamburger,🍞 bread,🍎 apple,🍪 cookie
    🏠 house,🏡 house_with_garden,🏢 office,🏭 factory,🏥 hospital,🏫 school,🏦 bank,🚪 door,🛏️ bed,🚿 shower,🛁 bathtub
    🧺 basket,🧹 broom,🚗 car,🚗 red_car,🚕 taxi,🚌 bus,🚚 truck,🚜 tractor,🚲 bike,🛵 motor_scooter,🚆 train2
    🚇 metro,🚊 tram,✈️ airplane,🚁 helicopter,🚀 rocket,⛵ boat,🚢 ship,⛽ fuelpump,🚦 vertical_traffic_light
    🅿️ parking,🚑 ambulance,🚒 fire_engine,🚓 police_car,👮 cop,👷 construction_worker,🧑‍💻 technologist
    👤 bust_in_silhouette,👥 busts_in_silhouette,🏃 runner,🚶 walking,👶 baby,🐶 dog,🐱 cat,🐭 mouse,🐦 bird
    🐛 bug,🐞 beetle,🐢 turtle,🐍 snake,🐧 penguin,🐳 whale,🦄 unicorn,🐝 bee,🐝 honeybee
    """
}
